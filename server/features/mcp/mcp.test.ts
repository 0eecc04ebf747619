import { DAY } from '@aerowatch/domain/durations';
import { makeFinding } from '@aerowatch/domain/faults/finding';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it } from 'vitest';
import { startTestServer } from '../../../testing/start-test-server.ts';
import type { TestBox } from '../../../testing/store-builders.ts';
import { testServer } from '../../../testing/test-server.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { ownRelease } from '../../platform/release.ts';
import { schemaOf } from '../openapi/schemas.ts';
import { fitting } from './part.ts';
import { TOOLS } from './tools.ts';

const server = await testServer({ env: { ROLES: 'web' } });

async function makeKey(client: number, scopes: string[]): Promise<string> {
  const value = `aw_${newSecret()}`;
  await server.db
    .insertInto('api_keys')
    .values({
      name: 'Assistant',
      client_id: client,
      prefix: value.slice(0, 8),
      hash: sha256(value),
      scopes,
      expires_at: new Date(Date.now() + 86_400_000),
    } as never)
    .execute();
  return value;
}
async function connect(key: string, scheme = 'Bearer'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `${scheme} ${key}`, 'Accept-Language': 'fr' } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }));
  return client;
}
interface Told {
  structuredContent: { count: number; results: Record<string, unknown>[]; next_cursor: string | null };
  isError?: boolean;
  content: { text: string }[];
}
const call = (client: Client, name: string, args: object = {}) =>
  client.callTool({ name, arguments: args as Record<string, unknown> }) as unknown as Promise<Told>;

const createBoxAt = (client: number, kilometer_point: number) =>
  server.createBox({
    client,
    line: 'Dijon – Vallorbe',
    kilometer_point,
    pole: `P${kilometer_point}`,
    last_send: new Date(),
  });

/** A leak of five days, which is neither a drift of the sensor nor friction. */
async function diagnoseLeak(aero_id: number): Promise<void> {
  const finding = makeFinding(
    'leak',
    0.8,
    null,
    'bad',
    {},
    {
      fault: 'leak',
      confidence: 0.9,
      since: Date.now() - 5 * DAY,
      noticed: Date.now() - DAY,
      ruled_out: [{ cause: 'pressure_sensor_drift', by: 'twin_differs' }],
      act: { code: 'find_leak', urgency: 'days', by: Date.now() + DAY },
    },
  );
  await server.db
    .insertInto('diagnostics')
    .values({
      aero_id,
      day: '2026-01-01',
      verdict: 'bad',
      findings: JSON.stringify([finding, { ...finding, key: 'friction', verdict: 'good', fault: null }]),
      primary_finding: 'leak',
      faults: ['leak'],
      fault: 'leak',
      act: 'find_leak',
      act_by: new Date(),
    } as never)
    .execute();
}

it('answers what the Dijon team should do tomorrow, of its own client alone', async () => {
  const [own, foreign] = [await server.createClient(), await server.createClient()];
  const member = await server.createUser({ client: own.id });
  const [far, near] = [await createBoxAt(own.id, 31.2), await createBoxAt(own.id, 12.5)];
  const other = await createBoxAt(foreign.id, 20);
  for (const { aeroIds } of [far, near, other]) await diagnoseLeak(aeroIds[0]!);
  const order = await member.api.post('/work-orders/', {
    box: far.id,
    aero: far.aeroIds[0],
    source: { type: 'finding' },
    due_on: '2026-01-02',
  });
  expect(order.status).toBe(201);

  const client = await connect(await makeKey(own.id, ['read']));
  expect(client.getInstructions()).toContain('isolation');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);

  await expectTomorrow(client, far, near, order.body.id);
  await expectFleet(client, far, near);

  // A foreign AERO counts as missing, worded in the reader's language.
  const refused = await call(client, 'series', { aero: [other.aeroIds[0]] });
  expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^404: .+/) }] });
  expect((await call(client, 'findings', { box: [other.id] })).structuredContent.results).toEqual([]);
  const wrong = await call(client, 'findings', { verdict: ['awful'] });
  expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('verdict') }] });
  // An API error names its field, so that the call can be corrected.
  const late = await call(client, 'series', { aero: [near.aeroIds[0]], from: 'yesterday' });
  expect(late).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^400: .*"from"/) }] });
  await client.close();
});

/** The two leaks, the work order of one of them, the evidence, and the acts. */
async function expectTomorrow(client: Client, far: TestBox, near: TestBox, order: number): Promise<void> {
  const { structuredContent: today } = await call(client, 'what_needs_somebody');
  expect(today.results.map((row) => row.box).toSorted()).toEqual([far.id, near.id].toSorted());
  expect(today.results.find((row) => row.box === far.id)).toMatchObject({
    line: 'Dijon – Vallorbe',
    kilometer_point: 31.2,
    act: 'find_leak',
    work_order: order,
  });
  const { structuredContent: diagnosed } = await call(client, 'findings', { box: [near.id] });
  const [{ findings } = {}] = diagnosed.results;
  expect(findings).toMatchObject([
    {
      fault: 'leak',
      ruled_out: [{ cause: 'pressure_sensor_drift', by: 'twin_differs' }],
      text: { name: 'Fuite de gaz' },
    },
  ]);
  const { structuredContent: orders } = await call(client, 'work_orders', { line: 'Dijon – Vallorbe' });
  expect(orders.results).toMatchObject([
    { id: order, checklist: [{ code: 'isolation' }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}] },
  ]);
}

/** Every other tool sees only the two boxes of the client. */
async function expectFleet(client: Client, far: TestBox, near: TestBox): Promise<void> {
  expect((await call(client, 'fleet_state')).structuredContent).toMatchObject({ boxes: 2, aeros: 4 });
  expect((await call(client, 'boxes', { search: far.serial })).structuredContent.count).toBe(1);
  expect((await call(client, 'alerts')).structuredContent).toEqual({ results: [], next_cursor: null });
  expect((await call(client, 'precision')).structuredContent.results).toMatchObject([
    { kind: 'leak', open: 1 },
  ]);
  expect((await call(client, 'forecast')).structuredContent.results).toEqual([]);
  expect((await call(client, 'series', { aero: [near.aeroIds[0]] })).structuredContent.results).toHaveLength(
    1,
  );
}

it('answers in parts that an assistant can read, each row once, and refuses arguments it does not know', async () => {
  const { id } = await server.createClient();
  const boxes = [];
  for (let n = 0; n < 45; n += 1)
    boxes.push(await server.createBox({ client: id, line: 'Dijon – Vallorbe', name: 'é"'.repeat(40) }));
  const client = await connect(await makeKey(id, ['read']));
  expect(client.getServerVersion()).toEqual({ name: 'aerowatch', version: ownRelease().version });
  const { tools } = await client.listTools();
  expect(tools.every(({ outputSchema }) => outputSchema?.properties?.next_cursor !== undefined)).toBe(true);
  const seen: unknown[] = [];
  let next: string | null = null;
  do {
    const part: Told = await call(client, 'boxes', next === null ? {} : { cursor: next });
    expect(JSON.stringify(part).length).toBeLessThanOrEqual(12_000);
    seen.push(...part.structuredContent.results.map((row) => row.id));
    next = part.structuredContent.next_cursor;
  } while (next !== null);
  expect(seen.toSorted()).toEqual(boxes.map((box) => box.id).toSorted());
  for (const { name } of TOOLS) {
    const args = name === 'series' ? { aero: boxes.slice(0, 20).map(({ aeroIds }) => aeroIds[0]) } : {};
    const told = await call(client, name, args);
    expect([name, told.isError ?? false]).toEqual([name, false]);
    expect(JSON.stringify(told).length, name).toBeLessThanOrEqual(12_000);
    const refused = await call(client, name, { ...args, colour: 'red' });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('colour') }] });
  }
  await client.close();
});

it('shortens one row that alone is too long', () => {
  const row = { id: 1, findings: Array.from({ length: 40 }, () => ({ text: 'x'.repeat(390) })) };
  const part = fitting([row, { id: 2 }], { count: 2 }, 0, 0);
  expect(JSON.stringify(part).length).toBeLessThan(5_300);
  expect(part.results[0]?.id).toBe(1);
});

it('is for living keys that may read, posted, and for no page of another origin', async () => {
  const { id } = await server.createClient();
  const LIST: object = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const post = (headers: Record<string, string>, body = LIST) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const person = await server.createUser({ client: id });
  const key = await makeKey(id, ['read']);
  const status = async (headers: Record<string, string>) => (await post(headers)).status;
  expect(await status({})).toBe(401);
  expect(await status({ authorization: `Token ${person.token}` })).toBe(401);
  expect(await status({ authorization: 'Bearer aw_nothing' })).toBe(401);
  expect(await status({ authorization: `Api-Key ${await makeKey(id, ['work_orders:write'])}` })).toBe(403);
  expect(await status({ authorization: `Bearer ${key}`, origin: 'https://elsewhere.example' })).toBe(403);
  expect(await status({ authorization: `Api-Key ${key}` })).toBe(200);
  // A batch that cancels itself would wait for ever.
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  expect((await post({ authorization: `Api-Key ${key}` }, [LIST, cancel])).status).toBe(400);
  // Strangers cannot upload anything: the key is checked before the body, which is never read.
  const long = { ...LIST, params: { padding: 'x'.repeat(300_000) } };
  expect((await post({}, long)).status).toBe(401);
  expect((await post({ authorization: `Api-Key ${key}` }, long)).status).toBe(413);
  const refusals = () =>
    server.db
      .selectFrom('audit_told')
      .select(['client_id', 'changes'])
      .where('action', '=', 'refused')
      .where('entity_name', '=', 'POST /mcp')
      .execute();
  await expect
    .poll(async () => (await refusals()).map(({ client_id, changes }) => [client_id, changes]))
    .toEqual(
      expect.arrayContaining([
        [null, { status: { from: null, to: 401 } }],
        [id, { status: { from: null, to: 403 } }],
      ]),
    );
  const [answer] = [await (await post({})).json()];
  expect(answer).toMatchObject({ code: 'unauthorized', detail: expect.stringContaining('key') });
  expect((await fetch(`${server.url}/mcp`)).status).toBe(405);
  await expect(connect(await makeKey(id, ['measures:write']))).rejects.toThrow();
});

it('counts as every call of its key does', async () => {
  const slow = await startTestServer({
    env: { ROLES: 'web', CALL_RATE: '5', DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir },
  });
  try {
    const { id } = await server.createClient();
    const post = async (key: string) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
      return (await fetch(`${slow.url}/mcp`, { method: 'POST', headers, body: '[]' })).status;
    };
    const key = await makeKey(id, ['read']);
    const flood = await Promise.all(Array.from({ length: 300 }, () => post(key)));
    // A batch is refused for its form, after it was counted.
    expect(new Set(flood)).toEqual(new Set([400, 429]));
    expect(flood.filter((status) => status === 400).length).toBeGreaterThanOrEqual(150);
    expect(await post(await makeKey(id, ['read']))).toBe(400);
  } finally {
    await slow.stop();
  }
});

it('every tool reads, for a key, and gives only what its endpoint takes', () => {
  for (const { name, endpoint, input, fixed = {} } of TOOLS) {
    expect([name, endpoint.method, endpoint.apiKey]).toEqual([name, 'GET', 'read']);
    const { properties = {} } = schemaOf(endpoint.query!, 'input') as { properties?: object };
    expect(Object.keys(properties), name).toEqual(
      expect.arrayContaining([...Object.keys(input), ...Object.keys(fixed)]),
    );
  }
});

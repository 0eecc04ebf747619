import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startChat } from '../notify/sending/testing-chat.ts';
import { newSecret, sha256 } from '../platform/crypto/secrets.ts';
import { testServer } from '../testing/test-server.ts';
import { newWebhookSecret, signed } from './signature.ts';

const FOLDER = new URL('../../docs/integrations/', import.meta.url);
const recipe = (name: string) => import(new URL(name, FOLDER).href);

/** The fake's answer; set by each test. */
let answer: (
  request: IncomingMessage,
  body: string,
) => { status: number; body?: unknown; headers?: Record<string, string> };

const server = await testServer({ env: { ROLES: 'web' } });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const box = await server.createBox({ client: client.id, line: 'Dijon – Dole' });
const key = `aw_${newSecret()}`;
const scopes = ['read', 'work_orders:write'];
await server.db
  .insertInto('api_keys')
  .values({
    name: 'CMMS',
    client_id: client.id,
    prefix: key.slice(0, 8),
    hash: sha256(key),
    scopes,
  } as never)
  .execute();
const body = {
  box: box.id,
  aero: box.aeroIds[0],
  source: { type: 'finding', kind: 'leak' },
  due_on: '2026-12-01',
};
const order = (await manager.api.post('/work-orders/', body)).body;
const fake = createServer(async (request, response) => {
  const said = answer(request, await new Response(request as never).text());
  response.writeHead(said.status, { 'Content-Type': 'application/json', ...said.headers });
  response.end(said.body === undefined ? '' : JSON.stringify(said.body));
}).listen(0, '127.0.0.1');
await new Promise((resolve) => fake.once('listening', resolve));
const url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
afterAll(async () => {
  fake?.closeAllConnections();
  fake?.close();
});

const event = () => ({
  specversion: '1.0',
  id: 'e-1',
  type: 'work_order.created',
  source: 'https://console.example',
  subject: `work_orders/${order.id}`,
  data: order,
});

/** MXAPIWODETAIL of the Maximo REST API, with `lean=1`. */
const MAXIMO = z.strictObject({
  siteid: z.string().max(8),
  externalrefid: z.string().max(10),
  description: z.string().max(100),
  description_longdescription: z.string(),
  wopriority: z.number().int(),
  worktype: z.string().max(5),
  assetnum: z.string().max(25),
  targcompdate: z.iso.datetime({ local: true }).optional(),
});
/** A_MaintenanceNotification of API_MAINTNOTIFICATION. */
const SAP = z.strictObject({
  NotificationType: z.string().length(2),
  NotificationText: z.string().max(40),
  MaintPriority: z.string().length(1),
  TechnicalObject: z.string().max(40),
  TechObjIsEquipOrFuncnlLoc: z.enum(['EAMS_EQUI', 'EAMS_FL']),
  RequiredEndDate: z.string().regex(/^\/Date\(\d+\)\/$/),
});

describe('maintenance systems', () => {
  it('Maximo: the order is made once, and AeroWatch learns its number', async () => {
    const { maximo } = await recipe('maximo.mjs');
    const { takeIn } = await recipe('bridge.mjs');
    const orders: { externalrefid: string; wonum: string }[] = [];
    answer = (request, body) => {
      const requestUrl = new URL(request.url ?? '', url);
      expect([requestUrl.pathname, requestUrl.searchParams.get('lean'), request.headers.apikey]).toEqual([
        '/maximo/api/os/mxapiwodetail',
        '1',
        'k',
      ]);
      if (request.method === 'GET') {
        const [, reference] =
          /^externalrefid="([\w-]+)"$/.exec(requestUrl.searchParams.get('oslc.where') ?? '') ?? [];
        return { status: 200, body: { member: orders.filter((one) => one.externalrefid === reference) } };
      }
      const made = { ...MAXIMO.parse(JSON.parse(body)), wonum: `12${orders.length}4`, href: `${url}/wo` };
      orders.push(made);
      return { status: 201, body: { wonum: made.wonum, href: made.href } };
    };
    const target = maximo({ url, key: 'k' });
    const aerowatch = { url: server.url, key };
    for (let i = 0; i < 2; i += 1) expect(await takeIn(event(), target, aerowatch)).toBe('1204');
    expect(orders).toHaveLength(1);
    const kept = (await manager.api.get(`/work-orders/${order.id}/`)).body;
    expect(kept).toMatchObject({ external_reference: '1204', external_url: `${url}/wo`, state: 'planned' });
    // A Maximo automation script reports what was found.
    const close = { state: 'done', verdict: 'found', acts: ['re_gassed'] };
    const answered = await server.api(`Api-Key ${key}`).patch('/work-orders/by-reference/1204/', close);
    expect(answered.body).toMatchObject({ id: order.id, state: 'done', verdict: 'found' });
  });

  it('SAP: with its CSRF token, once', async () => {
    const { sapPm } = await recipe('sap-pm.mjs');
    const made: z.infer<typeof SAP>[] = [];
    answer = (request, body) => {
      const requestUrl = new URL(request.url ?? '', url);
      expect(requestUrl.pathname).toBe('/sap/opu/odata/sap/API_MAINTNOTIFICATION/MaintenanceNotification');
      if (request.method === 'GET') {
        expect(request.headers['x-csrf-token']).toBe('Fetch');
        const [, start = ''] =
          /^startswith\(NotificationText,'(.+)'\)$/.exec(requestUrl.searchParams.get('$filter') ?? '') ?? [];
        const results = made
          .filter((one) => one.NotificationText.startsWith(start))
          .map(() => ({ MaintenanceNotification: '10000042' }));
        return {
          status: 200,
          body: { d: { results } },
          headers: { 'x-csrf-token': 'T', 'Set-Cookie': 'SAP_SESSIONID=s; path=/' },
        };
      }
      if (request.headers['x-csrf-token'] !== 'T' || request.headers.cookie !== 'SAP_SESSIONID=s')
        return { status: 403 };
      made.push(SAP.parse(JSON.parse(body)));
      return { status: 201, body: { d: { MaintenanceNotification: '10000042' } } };
    };
    const target = sapPm({ url, key: 'dTpw' });
    for (let i = 0; i < 2; i += 1) expect((await target.create(order)).reference).toBe('10000042');
    expect(made).toHaveLength(1);
  });

  it('the bridge takes what is signed, and nothing else', async () => {
    const { isGenuine } = await recipe('bridge.mjs');
    const secret = newWebhookSecret();
    const body = JSON.stringify(event());
    const now = new Date();
    const headers = signed([newWebhookSecret(), secret], 'e-1', now, body);
    expect(isGenuine(secret, headers, body)).toBe(true);
    expect(isGenuine(secret, headers, `${body} `)).toBe(false);
    expect(isGenuine(newWebhookSecret(), headers, body)).toBe(false);
    expect(isGenuine(secret, headers, body, now.getTime() + 600_000)).toBe(false);
    expect(isGenuine(secret, {}, body)).toBe(false);
  });
});

describe('chats', () => {
  it('Teams and Slack take the cards of events', async () => {
    const { teams, slack } = await recipe('chat.mjs');
    const chat = await startChat();
    const post = async (format: 'teams' | 'slack', body: unknown) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(chat.address(format), { method: 'POST', headers, body: JSON.stringify(body) }))
        .status;
    };
    try {
      expect(await post('teams', teams(event()))).toBe(202);
      expect(await post('slack', slack({ ...event(), data: { ...order, title: 'a <b> & c' } }))).toBe(200);
      expect(await post('slack', { text: '' })).toBe(400);
    } finally {
      await chat.stop();
    }
  });
});

describe('Node-RED', () => {
  it('its flow holds together, and its function lets signed events through', () => {
    const flow = JSON.parse(readFileSync(new URL('node-red.json', FOLDER), 'utf8')) as {
      id: string;
      type: string;
      func?: string;
      wires: string[][];
    }[];
    const ids = new Set(flow.map((node) => node.id));
    for (const to of flow.flatMap((node) => node.wires.flat())) expect(ids).toContain(to);
    const node = flow.find((one) => one.type === 'function');
    const run = new Function('msg', 'env', 'crypto', node?.func ?? '');
    const secret = newWebhookSecret();
    const body = JSON.stringify(event());
    const call = (payload: string) =>
      run(
        { req: { headers: signed([secret], 'e-1', new Date(), body) }, payload },
        { get: () => secret },
        process.getBuiltinModule('node:crypto'),
      );
    const [passed, answered] = call(body);
    expect([passed.topic, passed.payload.id, answered.statusCode]).toEqual([
      'work_order.created',
      order.id,
      204,
    ]);
    const [none, refused] = call(`${body} `);
    expect([none, refused.statusCode]).toEqual([null, 401]);
  });
});

describe('Grafana', () => {
  it('finds every column of its dashboard in what a key reads', async () => {
    const dashboard = JSON.parse(readFileSync(new URL('grafana-dashboard.json', FOLDER), 'utf8')) as {
      panels: {
        targets: {
          url: string;
          root_selector: string;
          url_options: { params: { key: string; value: string }[] };
          columns: { selector: string }[];
        }[];
      }[];
    };
    const [aero = 0] = box.aeroIds;
    await server.db
      .insertInto('measures')
      .values({
        aero_id: aero,
        time: new Date(),
        received_at: new Date(),
        stroke: 300,
        temperature: 12,
      } as never)
      .execute();
    await server.db
      .insertInto('diagnostics')
      .values({ aero_id: aero, day: '2026-11-01', verdict: 'bad', findings: '[]' as never })
      .execute();
    await manager.api.post('/work-orders/', { box: box.id, source: { type: 'box' } });
    // Infinity passes the dashboard's times as milliseconds.
    const values: Record<string, string> = {
      '${aero}': String(aero),
      '${__timeFrom}': String(Date.now() - 86_400_000),
      '${__timeTo}': String(Date.now() + 60_000),
    };
    for (const target of dashboard.panels.flatMap(({ targets }) => targets)) {
      const query = new URLSearchParams(
        target.url_options.params.map(({ key: name, value }) => [name, values[value] ?? value]),
      );
      const path = `${target.url.replace(/^\/api/, '')}?${query}`;
      const read = await server.api(`Api-Key ${key}`).get(path);
      expect([path, read.status]).toEqual([path, 200]);
      const [row] = read.body[target.root_selector];
      for (const { selector } of target.columns) expect(row, path).toHaveProperty(selector);
    }
  });
});

import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONDITION_METRIC_KEYS } from '@aerowatch/domain/alerting/condition-metrics';
import { makeFinding } from '@aerowatch/domain/faults/finding';
import { WEBHOOK_EVENT_KEYS, WEBHOOK_EVENTS } from '@aerowatch/domain/notifications/webhook-events';
import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { system } from '../../platform/viewer.ts';
import { saveDiagnosis } from '../diagnostics/store.ts';
import { startChat } from '../notifications/sending/testing-chat.ts';

const FOLDER = new URL('../../../docs/integrations/', import.meta.url);

/** Every recipe, the program that runs it, and the test that does so. */
const RECIPES: Readonly<Record<string, { readonly runIn: string; readonly test: string }>> = {
  'bridge.mjs': { runIn: 'Node, as a process', test: 'maintenance-recipes.test.ts' },
  'maximo.mjs': { runIn: 'a fake by IBM’s REST API guide', test: 'maintenance-recipes.test.ts' },
  'sap-pm.mjs': { runIn: 'a fake of API_MAINTNOTIFICATION', test: 'maintenance-recipes.test.ts' },
  'order-text.mjs': { runIn: 'the two above', test: 'maintenance-recipes.test.ts' },
  'chat.mjs': { runIn: 'fakes of the incoming webhooks of Teams and Slack', test: 'recipes.test.ts' },
  'grafana-dashboard.json': {
    runIn: 'JSONata, which Infinity evaluates selectors by',
    test: 'recipes.test.ts',
  },
  'node-red.json': { runIn: 'Node-RED of npm', test: 'node-red.test.ts' },
};

it('every recipe is run by a test, and named in the page about them', () => {
  const files = globSync('*', { cwd: fileURLToPath(FOLDER) }).sort();
  expect(files).toEqual(Object.keys(RECIPES).sort());
  const page = readFileSync(new URL('../integrations.md', FOLDER), 'utf8');
  for (const [file, { test }] of Object.entries(RECIPES)) {
    expect(page.includes(file), file).toBe(true);
    const path = new URL(test, import.meta.url);
    expect(existsSync(path), test).toBe(true);
    if (file !== 'order-text.mjs') expect(readFileSync(path, 'utf8').includes(file), file).toBe(true);
  }
});

const server = await testServer({ env: { ROLES: 'web' } });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const box = await server.createBox({ client: client.id, line: 'Dijon – Dole' });
const key = `aw_${newSecret()}`;
await server.db
  .insertInto('api_keys')
  .values({
    name: 'Grafana',
    client_id: client.id,
    prefix: key.slice(0, 8),
    hash: sha256(key),
    scopes: ['read'],
  } as never)
  .execute();
const [aero = 0] = box.aeroIds;
const leak = makeFinding(
  'leak',
  0.8,
  null,
  'bad',
  {},
  { fault: 'leak', confidence: 0.9, noticed: Date.now() },
);
await saveDiagnosis(
  server.db,
  aero,
  '2026-11-01',
  { verdict: 'bad', primary: 'leak', findings: [leak] } as never,
  new Date(),
);
const order = (await manager.api.post('/work-orders/', { box: box.id, source: { type: 'box' } })).body;

describe('chats', () => {
  const event = (type: string, data: object) => ({
    type,
    source: 'https://console.example',
    subject: `${WEBHOOK_EVENTS[type as keyof typeof WEBHOOK_EVENTS]}/12`,
    data,
  });
  /** The data of each event: items of the API, or as much of them as the line uses. */
  const data = async (type: string): Promise<object> => {
    const entity = WEBHOOK_EVENTS[type as keyof typeof WEBHOOK_EVENTS];
    const load = (id: number) => server.parts.events.load(entity, system, [id]).then(([one]) => one ?? {});
    if (entity === 'diagnostics')
      return (await server.api(`Api-Key ${key}`).get('/diagnostics/')).body.results[0];
    if (entity === 'boxes') return load(box.id);
    if (entity === 'work_orders') return order;
    if (entity === 'rollouts') return { id: 12, version: '2.1.0', state: 'done' };
    const condition = { metric: 'temperature' };
    return { id: 12, supervisor_name: 'Heat', condition, value: 41.5, seen_by_name: 'Ada Byron' };
  };

  it.each(WEBHOOK_EVENT_KEYS)('say %s in words', async (type) => {
    const { line } = await import(new URL('chat.mjs', FOLDER).href);
    const said: string = line(event(type, await data(type)));
    expect(said).not.toContain(type);
    expect(said).not.toMatch(/undefined|null|\[object|_/);
    expect(said.length).toBeGreaterThan(10);
    // For a deleted resource only the id is left.
    expect(line(event(type, { id: 12 }))).toMatch(/^No longer there: [a-z ]+ 12$/);
  });

  it('say which AERO a diagnosis is about, and what it says', async () => {
    const { line } = await import(new URL('chat.mjs', FOLDER).href);
    const said = line(event('finding.changed', await data('finding.changed')));
    expect(said).toMatch(new RegExp(`^${box.serial} · AERO 1: \\S+`));
  });

  it('say what an alert compared, with its unit, or which fault it is', async () => {
    const { line } = await import(new URL('chat.mjs', FOLDER).href);
    const alert = (metric: string, value: number, finding: object | null = null) =>
      line(event('alert.opened', { id: 12, supervisor_name: 'A', condition: { metric }, value, finding }));
    expect(alert('battery_voltage', 3.4)).toBe('Alert: A, battery voltage 3.4 V');
    expect(alert('finding', 2, leak)).toBe('Alert: A, leak');
    for (const metric of CONDITION_METRIC_KEYS.filter((one) => one !== 'finding'))
      expect(alert(metric, 7)).toMatch(/ 7 \S/);
  });

  it('a type of a later version is words too', async () => {
    const { line } = await import(new URL('chat.mjs', FOLDER).href);
    expect(line({ type: 'work_order.moved', subject: 'work_orders/3', data: { id: 3, title: 'x' } })).toBe(
      'News about work orders 3',
    );
  });

  it('Teams and Slack take the cards', async () => {
    const { teams, slack } = await import(new URL('chat.mjs', FOLDER).href);
    const chat = await startChat();
    const post = async (format: 'teams' | 'slack', body: unknown) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(chat.address(format), { method: 'POST', headers, body: JSON.stringify(body) }))
        .status;
    };
    try {
      expect(await post('teams', teams(event('work_order.created', order)))).toBe(202);
      const odd = { ...order, title: 'a <b> & c' };
      expect(await post('slack', slack(event('work_order.created', odd)))).toBe(200);
      expect(await post('slack', { text: '' })).toBe(400);
    } finally {
      await chat.stop();
    }
  });
});

describe('Grafana', () => {
  interface Target {
    readonly url: string;
    readonly parser: string;
    readonly root_selector: string;
    readonly url_options: { readonly params: readonly { key: string; value: string }[] };
    readonly columns: readonly { selector: string; text: string; type: string }[];
  }
  const dashboard = JSON.parse(readFileSync(new URL('grafana-dashboard.json', FOLDER), 'utf8')) as {
    panels: { title: string; targets: Target[] }[];
    templating: { list: { name: string; query: { infinityQuery: Target } }[] };
  };
  // A fast box: one measure a minute for a day and a half, more than the 1,000 rows of a page of /measures/.
  const END = Math.floor(Date.now() / 60_000) * 60_000;
  const ROWS = 2160;
  const variables: Record<string, string> = {
    '${aero}': String(aero),
    '${search}': '',
    // Infinity passes the dashboard's times as milliseconds.
    '${__timeFrom}': String(END - ROWS * 60_000),
    '${__timeTo}': String(END + 60_000),
  };
  /** As Infinity does: requests, selects by JSONata, takes the columns by name and type. */
  const ask = async (target: Target): Promise<Record<string, string | number>[]> => {
    expect([target.parser, target.url]).toEqual(['backend', expect.stringMatching(/^\/api\//)]);
    const query = new URLSearchParams(
      target.url_options.params.map(({ key: name, value }) => [name, variables[value] ?? value]),
    );
    const read = await server.api(`Api-Key ${key}`).get(`${target.url.replace(/^\/api/, '')}?${query}`);
    expect([target.url, read.status]).toEqual([target.url, 200]);
    const rows: Record<string, unknown>[] = await jsonata(target.root_selector).evaluate(read.body);
    return [...rows].map((row) =>
      Object.fromEntries(
        target.columns.map(({ selector, text, type }) => {
          const value = row[selector];
          if (value === undefined || value === null) return [text, ''];
          expect(typeof value, text).toBe(/number|epoch/.test(type) ? 'number' : 'string');
          if (type === 'timestamp') expect(Date.parse(String(value))).toBeGreaterThan(0);
          return [text, value as string | number];
        }),
      ),
    );
  };
  const panel = (title: string) => {
    const found = dashboard.panels.find((one) => one.title.startsWith(title))?.targets[0];
    if (found === undefined) throw new Error(title);
    return found;
  };

  it('draws curves to their end, with their extremes', async () => {
    await server.db
      .insertInto('measures')
      .values(
        Array.from({ length: ROWS }, (_, n) => ({
          aero_id: aero,
          time: new Date(END - n * 60_000),
          received_at: new Date(),
          // The newest value is the highest, which the 1,000 oldest rows would not have.
          stroke: 300 + (ROWS - n) / 10,
          temperature: 12,
        })) as never,
      )
      .execute();
    for (const [title, highest] of [
      ['Stroke', 300 + ROWS / 10],
      ['Temperature', 12],
    ] as const) {
      const rows = await ask(panel(title));
      expect(rows.length).toBeGreaterThan(100);
      expect(Number(rows.at(-1)?.time)).toBeGreaterThan(END - 600_000);
      expect(Math.max(...rows.map((row) => Number(row.maximum)))).toBeCloseTo(highest, 3);
    }
    expect(dashboard.panels.flatMap(({ targets }) => targets.map(({ url }) => url))).not.toContain(
      '/api/measures/',
    );
  });

  it('names AEROs by the serial of their box, in the choice, the findings and the orders', async () => {
    const [variable] = dashboard.templating.list.filter(({ name }) => name === 'aero');
    const choices = await ask(variable!.query.infinityQuery);
    expect(choices).toContainEqual({ __text: `${box.serial} · AERO 1`, __value: String(aero) });
    expect(panel('Findings').columns.map(({ text }) => text)).toContain('Box');
    const [finding] = await ask(panel('Findings'));
    expect(finding).toMatchObject({ Box: box.serial, AERO: 1, Verdict: 'bad' });
    expect(finding?.Finding).not.toBe('');
    expect(await ask(panel('Work orders'))).toMatchObject([{ Box: box.serial, Order: order.id }]);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFinding } from '@aerowatch/domain/faults/finding';
import { FILE_FORMAT_KEYS, FILE_FORMATS } from '@aerowatch/domain/file-formats';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { TABLE_READERS } from '../../../../testing/foreign/readers.ts';
import type { TestBox } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { newSecret, sha256 } from '../../../platform/crypto/secrets.ts';
import { supervisorsModule } from '../rules/index.ts';
import { condition, HOUR, judgeAll, MINUTE, receive } from '../testing.ts';
import { alertsModule } from './index.ts';

const boxes: TestBox[] = [];
const NOW = Math.floor(Date.now() / 1000) * 1000;

const server = await testServer({ modules: [supervisorsModule, alertsModule] });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const member = await server.createUser({
  client: client.id,
  first_name: 'Ada',
  last_name: 'Byron',
  time_zone: 'Europe/Paris',
});
const foreigner = await server.createUser({ level: 'privileged', client: (await server.createClient()).id });
boxes.push(
  await server.createBox({ client: client.id, pole: '=1+1', line: 'North' }),
  await server.createBox({ client: client.id }),
);
await manager.api.post('/supervisors/', {
  name: 'Warm, "hot"',
  aeros: boxes.flatMap((box) => box.aeroIds),
  conditions: [condition(), condition({ metric: 'stroke', comparator: 'lt', value: 100 })],
});
// Box 0: AERO 1 meets both conditions at one time, AERO 2 one; box 1: an alert that has cleared.
await receive(server.db, boxes[0]!.aeroIds[0]!, [{ time: NOW - 3 * HOUR, temperature: 31.5, stroke: 50 }]);
await receive(server.db, boxes[0]!.aeroIds[1]!, [{ time: NOW - 2 * HOUR, temperature: 40 }]);
await receive(server.db, boxes[1]!.aeroIds[0]!, [
  { time: NOW - HOUR, temperature: 50 },
  { time: NOW - 30 * MINUTE, temperature: 20 },
]);
await judgeAll(server.db);

const ids = (body: { id: number }[]) => body.map((alert) => alert.id);

describe('lists', () => {
  it('are plain arrays, newest first, with the total', async () => {
    const answer = await member.api.get('/alerts/opened/');
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(4);
    expect(answer.headers.get('x-total-count')).toBe('4');
    const times = answer.body.map((alert: { opened_at: string }) => alert.opened_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(answer.body[0]).toMatchObject({
      box: boxes[1]!.id,
      client: client.id,
      value: 50,
      supervisor_name: 'Warm, "hot"',
      seen: false,
      seen_by: null,
      comment: '',
      late: false,
    });
    expect(answer.body[0].condition).toMatchObject({
      metric: 'temperature',
      percent: 100,
      period: { value: 0, unit: 'minutes' },
    });
  });

  it('go on after the last one had, also where times are equal', async () => {
    const all = ids((await member.api.get('/alerts/opened/')).body);
    const seen: number[] = [];
    let before = '';
    for (let page = 0; page < 10; page++) {
      const { body } = await member.api.get(`/alerts/opened/?limit=1${before}`);
      if (body.length === 0) break;
      seen.push(body[0].id);
      before = `&before=${body[0].opened_at},${body[0].id}`;
    }
    expect(seen).toEqual(all);
    expect((await member.api.get('/alerts/opened/?before=yesterday,1')).status).toBe(400);
    expect((await member.api.get('/alerts/opened/?limit=5001')).status).toBe(400);
    expect((await member.api.get('/alerts/opened/?limit=0')).status).toBe(400);
  });

  it('filter', async () => {
    const count = async (query: string) =>
      Number((await member.api.get(`/alerts/opened/?${query}`)).headers.get('x-total-count'));
    expect(await count(`box=${boxes[0]!.id}`)).toBe(3);
    expect(await count(`aero=${boxes[0]!.aeroIds[1]}`)).toBe(1);
    expect(await count('metric=stroke')).toBe(1);
    expect(await count('firing=false')).toBe(1);
    expect(await count('late=true')).toBe(0);
    expect(await count(`from=${new Date(NOW - 2.5 * HOUR).toISOString()}`)).toBe(2);
    expect(await count(`to=${NOW - 2.5 * HOUR}`)).toBe(2);
    expect(await count(`search=${boxes[1]!.serial}`)).toBe(1);
    expect(await count('search=%25')).toBe(0);
  });

  it('name the group of one AERO and cause, and filter by group, subject, mechanism', async () => {
    const list = async (query: string) => (await member.api.get(`/alerts/opened/?${query}`)).body;
    const [aero, twin] = boxes[0]!.aeroIds;
    const groups = async () =>
      (await list(`box=${boxes[0]!.id}`)).map((alert: { group: string }) => alert.group).sort();
    const apart = [`${aero}/movement`, `${aero}/temperature`, `${twin}/temperature`].sort();
    expect(await groups()).toEqual(apart);
    expect(await list(`group=${aero}/movement,${twin}/temperature`)).toHaveLength(2);
    expect(await list('subject=movement')).toHaveLength(1);
    // Once a cause is set, alerts with the same cause form one group.
    const own = await list(`aero=${aero}`);
    for (const { id } of own)
      await manager.api.patch(`/alerts/${id}/`, { cause: 'improper_capacity', mechanism: 'sticking' });
    expect(await groups()).toEqual(
      [`${aero}/improper_capacity`, `${aero}/improper_capacity`, `${twin}/temperature`].sort(),
    );
    expect(await list(`group=${aero}/improper_capacity`)).toHaveLength(2);
    expect(await list('mechanism=sticking')).toHaveLength(2);
    expect((await member.api.get('/alerts/opened/?group=anything')).body.group).toEqual([
      'Is not a group such as 12/movement',
    ]);
  });

  it('by box, and counted', async () => {
    const byBox = (await member.api.get('/alerts/boxes/')).body;
    expect(byBox.map((one: { box: number; alerts: unknown[] }) => [one.box, one.alerts.length])).toEqual([
      [boxes[1]!.id, 1],
      [boxes[0]!.id, 3],
    ]);
    expect((await member.api.get('/alerts/boxes/count/')).body).toEqual([
      { box: boxes[0]!.id, count: 3 },
      { box: boxes[1]!.id, count: 1 },
    ]);
  });

  it('show nothing to another client; an API key reads its own', async () => {
    const [alert] = (await member.api.get('/alerts/opened/')).body;
    expect((await foreigner.api.get('/alerts/opened/')).body).toEqual([]);
    expect((await foreigner.api.get('/alerts/boxes/count/')).body).toEqual([]);
    expect((await foreigner.api.get(`/alerts/${alert.id}/`)).status).toBe(404);
    expect((await foreigner.api.patch(`/alerts/${alert.id}/`, { seen: true })).status).toBe(404);
    expect((await foreigner.api.get(`/alerts/opened/?client=${client.id}`)).body).toEqual([]);
    const key = newSecret();
    await server.db
      .insertInto('api_keys')
      .values({ name: 'k', client_id: client.id, prefix: 'k', hash: sha256(key) })
      .execute();
    const api = server.api(`Api-Key ${key}`);
    expect((await api.get('/alerts/opened/')).body).toHaveLength(4);
    expect((await api.patch(`/alerts/${alert.id}/`, { seen: true })).status).toBe(403);
  });
});

describe('the export', () => {
  it('as CSV is in the reader’s language, units and zone, formulas disarmed', async () => {
    const answer = await member.api.get(
      `/alerts/export/?language=fr&unit_system=imperial&time_zone=UTC&metric=temperature&box=${boxes[0]!.id}`,
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    const [header, second, first] = answer.text.split('\r\n');
    expect(header).toMatch(/^Ouverture;Client;Ligne;Voie;Point kilométrique;Poteau;Boîtier;/);
    expect(first).toContain("'=1+1");
    expect(first).toContain(`${new Date(NOW - 3 * HOUR).toISOString().slice(0, 19)}+00:00`);
    expect(first).toContain('"Warm, ""hot"""');
    expect(first).toContain('88,7;88,7;°F');
    expect(second).toContain('104');
    const delhi = await member.api.get('/alerts/export/?time_zone=Asia/Kolkata');
    expect(delhi.text).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30/);
    expect((await member.api.get('/alerts/export/?time_zone=Mars/Olympus')).body.time_zone).toBeDefined();
  });

  it('begins with the mark that Excel needs, and answers HEAD', async () => {
    const ask = (method: string) =>
      fetch(`${server.url}/api/alerts/export/`, {
        method,
        headers: { Authorization: `Token ${member.token}` },
      });
    const bytes = new Uint8Array(await (await ask('GET')).arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const head = await ask('HEAD');
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  });

  it('as XLSX is a workbook with typed cells', async () => {
    const response = await fetch(`${server.url}/api/alerts/export/?format=xlsx`, {
      headers: { Authorization: `Token ${member.token}` },
    });
    expect(response.status).toBe(200);
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
    expect(sheet.match(/<row /g)).toHaveLength(5);
    expect(sheet).toContain('<v>31.5</v>');
    expect(sheet).toContain('Warm, &quot;hot&quot;');
    expect(sheet).toContain('Opened (Europe/Paris)');
    expect(sheet).not.toContain('<f>');
    expect(Object.keys(files)).toContain('[Content_Types].xml');
  });
});

describe('marking as seen', () => {
  it('archives once, with who and a comment; can be reopened; live and audited', async () => {
    const [alert] = (await member.api.get('/alerts/opened/')).body;
    const etag = (await member.api.get(`/alerts/${alert.id}/`)).headers.get('etag')!;
    const seen = await member.api.patch(`/alerts/${alert.id}/`, { seen: true, comment: 'Visit planned' });
    expect(seen.body).toMatchObject({
      seen: true,
      seen_by: member.id,
      seen_by_name: 'Ada Byron',
      comment: 'Visit planned',
    });
    expect(
      (await manager.api.patch(`/alerts/${alert.id}/`, { comment: 'x' }, { 'If-Match': etag })).status,
    ).toBe(412);
    const again = await manager.api.patch(`/alerts/${alert.id}/`, { seen: true });
    expect(again.body.seen_by).toBe(member.id);
    expect(ids((await member.api.get('/alerts/archived/')).body)).toEqual([alert.id]);
    const reopened = await manager.api.patch(`/alerts/${alert.id}/`, { seen: false });
    expect(reopened.body).toMatchObject({
      seen: false,
      seen_at: null,
      seen_by: null,
      comment: 'Visit planned',
    });
    const actions = await server.db
      .selectFrom('audit')
      .select('action')
      .where('entity', '=', 'alerts')
      .where('entity_id', '=', alert.id)
      .orderBy('id')
      .execute();
    expect(actions.map((row) => row.action)).toEqual(['archive', 'reopen']);
    const events = await server.db
      .selectFrom('change_events')
      .select('type')
      .where('entity', '=', 'alerts')
      .where('entity_id', '=', alert.id)
      .execute();
    expect(events.length).toBeGreaterThanOrEqual(3);
    expect((await member.api.patch(`/alerts/${alert.id}/`, { value: 3 })).body.value).toEqual([
      'Unknown field',
    ]);
  });

  it('many at once, all or none: a foreign one like a missing one', async () => {
    const open = ids((await member.api.get('/alerts/opened/')).body);
    const box = await server.createBox({ client: foreigner.clientId });
    await foreigner.api.post('/supervisors/', {
      name: 'F',
      aeros: [box.aeroIds[0]],
      conditions: [condition()],
    });
    await receive(server.db, box.aeroIds[0]!, [{ time: NOW, temperature: 99 }]);
    await judgeAll(server.db);
    const [foreign] = ids((await foreigner.api.get('/alerts/opened/')).body);
    const refused = await member.api.post('/alerts/archive/', { ids: [open[0], foreign] });
    const missing = await member.api.post('/alerts/archive/', { ids: [open[0], 2_000_000_000] });
    expect([refused.status, refused.body.ids]).toEqual([400, missing.body.ids]);
    expect(ids((await member.api.get('/alerts/opened/')).body)).toEqual(open);
    const done = await member.api.post('/alerts/archive/', { ids: [...open, open[0]], comment: 'round' });
    expect(done.body.archived).toBe(open.length);
    expect((await member.api.get('/alerts/opened/')).body).toEqual([]);
    expect((await member.api.get('/alerts/archived/')).body[0].comment).toBe('round');
    expect((await member.api.post('/alerts/archive/', { ids: open })).body).toEqual({ archived: 0, ids: [] });
  });
});

describe('what was done about an alert, in its export', () => {
  it.each(FILE_FORMAT_KEYS)(
    'as %s says who deals with it, what it is and what was written',
    async (format) => {
      const [alert] = (await member.api.get(`/alerts/archived/?box=${boxes[1]!.id}`)).body;
      const work = { assignee: member.id, severity: 'high', mechanism: 'leakage', cause: 'expected_wear' };
      expect((await manager.api.patch(`/alerts/${alert.id}/`, work)).status).toBe(200);
      const before = (await manager.api.get(`/alerts/${alert.id}/comments/`)).body.length;
      expect(
        (await manager.api.post(`/alerts/${alert.id}/comments/`, { text: `=oil, ${format}` })).status,
      ).toBe(201);
      const { rows } = await sql<{
        id: number;
      }>`insert into silences (client_id, scope, time_zone, reason, starts_at, ends_at)
      values (${client.id}, 'client', 'UTC', 'Works', now(), now() + interval '1 day') returning id`.execute(
        server.db,
      );
      await sql`update alerts set silenced = true, silence_id = ${rows[0]!.id}, silenced_until = '2026-12-01T10:00:00Z',
      finding = ${JSON.stringify(makeFinding('leak', 0.8, null, 'bad', {}, {}))}::jsonb where id = ${alert.id}`.execute(
        server.db,
      );
      const made = await sql<{
        id: number;
      }>`insert into work_orders (client_id, box_id, aero_id, kind, source, alert_id, state)
      values (${client.id}, ${boxes[1]!.id}, ${alert.aero}, 'inspection', 'alert', ${alert.id}, 'done') returning id`.execute(
        server.db,
      );
      const order = made.rows[0]!.id;
      const response = await fetch(
        `${server.url}/api/alerts/export/?format=${format}&state=archived&box=${boxes[1]!.id}&language=en&time_zone=Europe/Paris`,
        { headers: { Authorization: `Token ${member.token}` } },
      );
      const path = join(mkdtempSync(join(tmpdir(), 'aerowatch-alerts-')), `alerts.${format}`);
      writeFileSync(path, Buffer.from(await response.arrayBuffer()));
      const [reader] = Object.values(TABLE_READERS[format]);
      const [header, row] = await reader!.read(path, { separator: ',' });
      const named = Object.fromEntries(header!.map((name, at) => [name, row![at]]));
      rmSync(dirname(path), { recursive: true });
      expect(header!.slice(0, 20).at(-1)).toBe('Comment');
      const isCsv = FILE_FORMATS[format].offsets;
      expect(named).toMatchObject({
        Severity: 'High',
        'Assigned to': 'Ada Byron',
        Fault: 'Gas leak',
        Mechanism: 'Leakage',
        Cause: 'Expected wear and tear',
        Silence: 'Works',
        [isCsv ? 'Silenced until' : 'Silenced until (Europe/Paris)']: isCsv
          ? '2026-12-01T11:00:00+01:00'
          : '2026-12-01T11:00:00.000',
        'Work order': isCsv ? String(order) : order,
      });
      expect(String(named.Comments).split('\n')).toHaveLength(before + 1);
      expect(named.Comments).toMatch(new RegExp(`:\\d\\d .+: =oil, ${format}$`));
    },
  );
});

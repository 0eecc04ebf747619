import { translateMessage } from '@aerowatch/i18n/translate-message';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { alertsModule } from '../alerts/index.ts';
import { supervisorsModule } from '../rules/index.ts';
import { condition, HOUR, judgeAll, receive } from '../testing.ts';
import { iso, soon } from '../testing-scene.ts';
import { silencesModule } from './index.ts';
import { endSilences } from './service.ts';
import { windowsOf } from './windows.ts';

const server = await testServer({ modules: [supervisorsModule, alertsModule, silencesModule] });

async function stage() {
  const client = await server.createClient();
  const manager = await server.createUser({ level: 'privileged', client: client.id });
  const mailed = await server.createUser({ client: client.id, notify_email: true });
  const box = await server.createBox({ client: client.id });
  const [aero] = box.aeroIds;
  await manager.api.post('/supervisors/', { name: 'Rule', aeros: [aero], conditions: [condition()] });
  const notified = () =>
    server.db
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', '=', mailed.id)
      .orderBy('id')
      .execute();
  return { client, manager, mailed, box, aero: aero!, notified };
}

it('alerts inside tell nobody; what still fires is told when it ends', async () => {
  const { manager, box, aero, notified } = await stage();
  const now = soon();
  const made = await manager.api.post('/silences/', {
    boxes: [box.id],
    to: iso(now + HOUR),
    reason: 'Works',
  });
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({ active: true, reason: 'Works', boxes: [box.id] });
  // It began when the server accepted it, however long that took.
  const begun = Date.parse(made.body.from);
  await receive(server.db, aero, [{ time: begun + 1000, temperature: 40 }]);
  await judgeAll(server.db, begun + 2000);
  const [alert] = (await manager.api.get(`/alerts/opened/?box=${box.id}&silenced=true`)).body;
  expect(alert).toMatchObject({ silenced: true, silenced_until: iso(now + HOUR), silence_reason: 'Works' });
  expect(await notified()).toEqual([]);
  expect((await manager.api.post(`/silences/${made.body.id}/end/`)).status).toBe(200);
  expect(await endSilences(server.db, Date.now() + 1000)).toBe(1);
  expect(await notified()).toMatchObject([{ alert_id: alert.id, kind: 'alert' }]);
  const after = (await manager.api.get(`/alerts/${alert.id}/`)).body;
  expect(after.silenced).toBe(false);
});

it('a rehearsal leaves out what began and ended within a silence, and nothing else', async () => {
  const { manager, box, aero } = await stage();
  const now = soon();
  // Created before the measures of its period: work on the line may also be entered afterwards.
  const made = await manager.api.post('/silences/', {
    boxes: [box.id],
    from: iso(now),
    to: iso(now + HOUR),
    reason: 'Works',
  });
  expect(made.status, made.text).toBe(201);
  const at = (minutes: number, temperature: number) => ({ time: now + minutes * 60_000, temperature });
  await receive(server.db, aero, [at(10, 40), at(20, 10), at(90, 40), at(100, 10)]);
  const countUntil = async (hours: number) => {
    const { status, body, text } = await manager.api.post('/supervisors/rehearse/', {
      supervisor: { name: 'R', aeros: [aero], conditions: [condition()] },
      from: iso(now - HOUR),
      to: iso(now + hours * HOUR),
    });
    expect(status, text).toBe(200);
    expect(body.by_condition[0].count).toBe(body.count);
    return body.count;
  };
  expect(await countUntil(1)).toBe(0);
  // It fires again once the silence is over, and then somebody is notified.
  expect(await countUntil(3)).toBe(1);
  await sql`delete from silence_windows where silence_id = ${made.body.id}`.execute(server.db);
  expect(await countUntil(1)).toBe(1);
});

it('reports flapping that continues after its silence, once', async () => {
  const { manager, box, aero, notified } = await stage();
  const now = soon();
  const made = await manager.api.post('/silences/', {
    boxes: [box.id],
    to: iso(now + HOUR),
    reason: 'Works',
  });
  const begun = Date.parse(made.body.from);
  for (let i = 1; i <= 16; i++) {
    await receive(server.db, aero, [{ time: begun + i * 1000, temperature: i % 2 ? 40 : 20 }]);
    await judgeAll(server.db, begun + i * 1000);
  }
  const [alert] = (await manager.api.get(`/alerts/opened/?box=${box.id}&silenced=true`)).body;
  expect(alert).toMatchObject({ flapping: true });
  expect(await notified()).toEqual([]);
  await manager.api.post(`/silences/${made.body.id}/end/`);
  expect(await endSilences(server.db, Date.now() + 1000)).toBe(1);
  expect(await notified()).toMatchObject([{ alert_id: alert.id, kind: 'flapping' }]);
});

it('tells what came before it in the same message, and nothing of what came in it', async () => {
  const { manager, box, aero, notified } = await stage();
  const now = soon();
  const silence = { boxes: [box.id], from: iso(now + HOUR), to: iso(now + 2 * HOUR), reason: 'Works' };
  const made = await manager.api.post('/silences/', silence);
  expect(made.status, made.text).toBe(201);
  const points = [40, 20, 40].map((temperature, i) => ({ time: now + i * HOUR * 0.7, temperature }));
  await receive(server.db, aero, points);
  await judgeAll(server.db, now + 2 * HOUR - 1000);
  expect(await notified()).toMatchObject([{ kind: 'alert', occurrence: 1 }]);
});

it('tells of what one message brings only what lies in no silence, also where several overlap', async () => {
  const { manager, box, aero, notified } = await stage();
  const now = soon();
  const spans = [
    [1, 3],
    [2, 5],
  ] as const;
  for (const [from, to] of spans) {
    const span = { from: iso(now + from * HOUR), to: iso(now + to * HOUR) };
    expect((await manager.api.post('/silences/', { boxes: [box.id], reason: 'W', ...span })).status).toBe(
      201,
    );
  }
  // Above the limit in the first window only, in the second only, and after both.
  const above = [1.5, 4, 6];
  const points = above.flatMap((hour) => [
    { time: now + hour * HOUR, temperature: 40 },
    { time: now + (hour + 0.2) * HOUR, temperature: 20 },
  ]);
  await receive(server.db, aero, points);
  await judgeAll(server.db, now + 7 * HOUR);
  expect((await notified()).map(({ occurrence }) => occurrence)).toEqual([3]);
});

it('of a tag or a stretch of a line silences what is of it now, and nothing beside', async () => {
  const { client, manager, box, aero } = await stage();
  const now = soon();
  await server.db
    .updateTable('boxes')
    .set({ line: 'Dijon – Dole', kilometer_point: 12 })
    .where('id', '=', box.id)
    .execute();
  const { id: tag } = await server.db
    .insertInto('tags')
    .values({ name: 'Works', color: '#112233', client_id: client.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db.insertInto('box_tags').values({ box_id: box.id, tag_id: tag }).execute();
  const line = { line: 'Dijon – Dole' };
  const cases: [object, boolean][] = [
    [{ tag }, true],
    [line, true],
    [{ ...line, from_km: 10, to_km: 12 }, true],
    [{ ...line, from_km: 12.001 }, false],
    [{ ...line, to_km: 11 }, false],
    [{ ...line, to_km: 12 }, true],
    [{ ...line, from_km: 12 }, true],
    [{ ...line, from_km: 11, to_km: 11.999 }, false],
    [{ line: 'Dole' }, false],
  ];
  for (const [at, [scope, silenced]] of cases.entries()) {
    const begin = now + at * HOUR;
    const times = { from: iso(begin), to: iso(begin + 0.5 * HOUR) };
    const made = await manager.api.post('/silences/', { ...scope, ...times, reason: 'Works' });
    expect(made.status, made.text).toBe(201);
    await receive(server.db, aero, [
      { time: begin + 1000, temperature: 40 },
      { time: begin + 2000, temperature: 20 },
    ]);
    await judgeAll(server.db, begin + 3000);
    const [alert] = (await manager.api.get(`/alerts/opened/?box=${box.id}`)).body;
    expect(alert.silenced, JSON.stringify(scope)).toBe(silenced);
    await manager.api.post('/alerts/archive/', { ids: [alert.id] });
  }
});

it('is refused with reasons, and a foreign box like a missing one', async () => {
  const { manager, box } = await stage();
  const other = await stage();
  const post = (body: object) => manager.api.post('/silences/', { reason: 'Works', ...body });
  const to = iso(soon() + HOUR);
  expect((await post({ boxes: [other.box.id], to })).body).toEqual(
    (await post({ boxes: [99_999_999], to })).body,
  );
  expect((await post({ boxes: [box.id], to: iso(soon() + 91 * 24 * HOUR) })).body).toHaveProperty('to');
  expect((await post({ boxes: [box.id], line: 'A', to })).body).toHaveProperty('non_field_errors');
});

it('takes repetitions by day, week and month with an end, and refuses any other at once', async () => {
  const { manager, box } = await stage();
  const now = soon();
  const post = (rrule: string, times: object = {}) =>
    manager.api.post('/silences/', {
      boxes: [box.id],
      from: iso(now),
      to: iso(now + HOUR),
      ...times,
      rrule,
      reason: 'Works',
    });
  const taken = ['FREQ=DAILY;COUNT=90', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=20', 'FREQ=MONTHLY;COUNT=2'];
  for (const rule of taken) expect((await post(rule)).status, rule).toBe(201);
  const began = performance.now();
  const refused: [rule: string, code: string][] = [
    ['FREQ=DAILY;BYSETPOS=366;BYDAY=MO', 'rrule_end'],
    ['FREQ=DAILY;BYSETPOS=366;BYDAY=MO;COUNT=1', 'rrule'],
    ['FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2;COUNT=1', 'rrule'],
    ['FREQ=SECONDLY;COUNT=1', 'rrule'],
    ['FREQ=WEEKLY', 'rrule_end'],
    ['FREQ=DAILY;COUNT=91', 'rrule_too_long|90'],
    ['FREQ=WEEKLY;INTERVAL=100;COUNT=2', 'rrule_too_long|90'],
    ['FREQ=DAILY;UNTIL=99991231', 'rrule_too_long|90'],
    ['FREQ=DAILY;UNTIL=20200101', 'rrule_none'],
  ];
  for (const [rule, code] of refused) {
    const answer = await post(rule);
    expect(answer.status, rule).toBe(400);
    expect(answer.body, rule).toEqual({ rrule: [translateMessage(code, 'en')] });
  }
  expect(performance.now() - began).toBeLessThan(10_000);
  const long = await post('FREQ=DAILY;COUNT=1000', { from: '1970-01-01T00:00:00Z' });
  expect(long.body).toEqual({ from: [translateMessage('rrule_long_begun', 'en')] });
});

it('a silence stored with a rule that is taken no longer goes on as it was computed', async () => {
  const { manager, box, aero } = await stage();
  const now = soon();
  const made = await manager.api.post('/silences/', {
    boxes: [box.id],
    to: iso(now + HOUR),
    reason: 'Works',
  });
  await sql`update silences set rrule = 'FREQ=YEARLY;BYMONTH=2' where id = ${made.body.id}`.execute(
    server.db,
  );
  expect((await manager.api.get(`/silences/${made.body.id}/`)).body).toMatchObject({
    rrule: 'FREQ=YEARLY;BYMONTH=2',
    active: true,
  });
  const begun = Date.parse(made.body.from);
  await receive(server.db, aero, [{ time: begun + 1000, temperature: 40 }]);
  await judgeAll(server.db, begun + 2000);
  expect((await manager.api.get(`/alerts/opened/?box=${box.id}`)).body).toMatchObject([{ silenced: true }]);
});

it('is changed while it lasts: what it no longer covers is told, times that are over stay', async () => {
  const { client, manager, box, aero, notified } = await stage();
  const other = await server.createBox({ client: client.id });
  const now = soon();
  const made = await manager.api.post('/silences/', {
    boxes: [box.id],
    to: iso(now + HOUR),
    reason: 'Works',
  });
  expect(made.body).toMatchObject({ covered: 1, times_left: 1, last_to: iso(now + HOUR) });
  const begun = Date.parse(made.body.from);
  await receive(server.db, aero, [{ time: begun + 1000, temperature: 40 }]);
  await judgeAll(server.db, begun + 2000);
  const open = async () => (await manager.api.get(`/alerts/opened/?box=${box.id}&silenced=true`)).body;
  const change = (body: object) => manager.api.patch(`/silences/${made.body.id}/`, body);
  // Extended: its alert is extended too.
  const longer = await change({ to: iso(now + 2 * HOUR), reason: 'Works, longer' });
  expect([longer.status, longer.body.reason], longer.text).toEqual([200, 'Works, longer']);
  expect(await open()).toMatchObject([
    { silenced_until: iso(now + 2 * HOUR), silence_reason: 'Works, longer' },
  ]);
  // Four windows from now on, of another box: the first box is no longer covered.
  const moved = await change({ boxes: [other.id], rrule: 'FREQ=WEEKLY;COUNT=6' });
  expect([moved.status, moved.body.boxes, moved.body.times_left], moved.text).toEqual([200, [other.id], 6]);
  expect(moved.body.next).toHaveLength(5);
  expect(moved.body.next[1].from).toBe(iso(begun + 7 * 24 * HOUR));
  expect(await endSilences(server.db, Date.now() + 1000)).toBe(1);
  expect(await notified()).toMatchObject([{ kind: 'alert' }]);
  const audit = await server.db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'silences')
    .where('entity_id', '=', made.body.id)
    .orderBy('id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(['create', 'update', 'update']);
  await manager.api.post(`/silences/${made.body.id}/end/`);
  const late = await change({ reason: 'Too late' });
  expect([late.status, late.body.code]).toEqual([409, 'silence_over']);
});

it('of a line may be of one track: the other is told, and the boxes are counted', async () => {
  const { client, manager, box, aero } = await stage();
  const other = await server.createBox({ client: client.id });
  await sql`update boxes set line = 'Ligne 7', kilometer_point = 12 where client_id = ${client.id}`.execute(
    server.db,
  );
  await sql`update aeros set track_number = case when box_id = ${box.id} then 'V1' else 'V2' end where box_id in (${box.id}, ${other.id})`.execute(
    server.db,
  );
  const now = soon();
  const silence = { line: 'Ligne 7', from_km: 10, to_km: 13, to: iso(now + HOUR), reason: 'Works' };
  const covered = async (track?: string) =>
    (await manager.api.post('/silences/', { ...silence, ...(track === undefined ? {} : { track }) })).body;
  expect(await covered('V2')).toMatchObject({ track: 'V2', covered: 1 });
  await manager.api.post('/supervisors/', { name: 'Other', aeros: other.aeroIds, conditions: [condition()] });
  const begun = Date.now();
  for (const one of [aero, other.aeroIds[0]!])
    await receive(server.db, one, [{ time: begun, temperature: 40 }]);
  await judgeAll(server.db, begun + 2000);
  const boxesOf = async (query: string) =>
    (await manager.api.get(`/alerts/opened/${query}`)).body.map((alert: { box: number }) => alert.box);
  expect([await boxesOf('?silenced=false'), await boxesOf('?silenced=true')]).toEqual([[box.id], [other.id]]);
  expect((await covered()).covered).toBe(2);
});

it('repeats by the clock of its zone', () => {
  const from = Date.parse('2026-10-22T20:00:00Z');
  const windows = windowsOf({ from, to: from + 8 * HOUR }, 'FREQ=DAILY;COUNT=5', 'Europe/Paris', from);
  expect(windows.map((window) => iso(window.from).slice(5, 16))).toEqual([
    '10-22T20:00',
    '10-23T20:00',
    '10-24T20:00',
    '10-25T21:00',
    '10-26T21:00',
  ]);
});

it('an alert is given, graded, written about, and its timeline says so', async () => {
  const { manager, mailed, box, aero, notified } = await stage();
  await receive(server.db, aero, [{ time: soon(), temperature: 40 }]);
  await judgeAll(server.db);
  const [{ id }] = (await manager.api.get(`/alerts/opened/?box=${box.id}`)).body;
  const work = { assignee: mailed.id, severity: 'high', cause: 'expected_wear' };
  const given = await manager.api.patch(`/alerts/${id}/`, work);
  expect(given.body).toMatchObject(work);
  expect((await notified()).map(({ kind }) => kind)).toEqual(['alert', 'assigned']);
  expect((await manager.api.post(`/alerts/${id}/comments/`, { text: 'Seen it' })).status).toBe(201);
  expect((await mailed.api.get('/alerts/opened/?mine=true&ordering=-severity')).body).toMatchObject([
    { id, comments: [{ user: manager.id, text: 'Seen it' }] },
  ]);
  const turns = (await manager.api.get(`/alerts/${id}/timeline/`)).body.map(
    ({ type }: { type: string }) => type,
  );
  expect(turns).toEqual(expect.arrayContaining(['opened', 'assigned', 'severity', 'cause', 'comment']));
  const stranger = await stage();
  expect((await manager.api.patch(`/alerts/${id}/`, { assignee: stranger.mailed.id })).status).toBe(400);
});

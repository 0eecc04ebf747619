import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertsModule } from '../modules/alerts/index.ts';
import { supervisorsModule } from '../modules/supervisors/index.ts';
import type { TestBox, TestUser } from '../testing/store-builders.ts';
import { startTestServer, type TestServer } from '../testing.ts';
import { condition, HOUR, judgeAll, MINUTE, minutes, receive, workedExample } from './testing.ts';

let server: TestServer;
let client: { id: number };
let manager: TestUser;
let mailed: TestUser;

beforeAll(async () => {
  // Without the worker: each test says when it judges.
  server = await startTestServer({ modules: [supervisorsModule, alertsModule] });
  client = await server.createClient();
  manager = await server.createUser({ level: 'privileged', client: client.id });
  mailed = await server.createUser({
    client: client.id,
    notify_email: true,
    notify_sms: true,
    phone: '+33612345678',
  });
});
afterAll(() => server?.stop());

async function watch(conditions: object[], given: { box?: TestBox; name?: string } = {}) {
  const box = given.box ?? (await server.createBox({ client: client.id }));
  const answer = await manager.api.post('/supervisors/', {
    name: given.name ?? 'Rule',
    aeros: [box.aeroIds[0]],
    conditions,
  });
  expect(answer.status, answer.text).toBe(201);
  return { box, aero: box.aeroIds[0]!, supervisor: answer.body };
}
const opened = async (box: TestBox) => (await manager.api.get(`/alerts/opened/?box=${box.id}`)).body;
const iso = (ms: number) => new Date(ms).toISOString();
const soon = () => Math.floor(Date.now() / 1000) * 1000;

describe('the worked examples, through the database', () => {
  const end = soon();
  const T = (index: number) => iso(end - (6 - index) * 10 * MINUTE);
  it.each([
    ['gt 30, P = 0', {}, { opened: 2, value: 31, last: 6, occurrences: 4, cleared: null }],
    [
      'gt 30, P = 20 min, 100 %',
      { period: minutes(20) },
      { opened: 3, value: 32, last: 4, occurrences: 2, cleared: 5 },
    ],
    [
      'gt 30, P = 30 min, 66 %',
      { period: minutes(30), percent: 66 },
      { opened: 3, value: 32, last: 6, occurrences: 4, cleared: null },
    ],
    [
      'gt 25, P = 30 min, average',
      { value: 25, period: minutes(30), average: true },
      { opened: 3, value: 83 / 3, last: 6, occurrences: 4, cleared: null },
    ],
    [
      'varies 10, P = 30 min',
      { comparator: 'varies', value: 10, period: minutes(30) },
      { opened: 3, value: 12, last: 3, occurrences: 1, cleared: 4 },
    ],
    [
      'eq 31, P = 0',
      { comparator: 'eq', value: 31 },
      { opened: 2, value: 31, last: 2, occurrences: 1, cleared: 3 },
    ],
  ] as const)('%s', async (_, given, expected) => {
    const { box, aero } = await watch([condition(given as object)]);
    await receive(server.db, aero, workedExample(end));
    await judgeAll(server.db);
    const [alert, ...more] = await opened(box);
    expect(more).toEqual([]);
    expect(alert).toMatchObject({
      opened_at: T(expected.opened),
      last_at: T(expected.last),
      occurrences: expected.occurrences,
      cleared_at: expected.cleared === null ? null : T(expected.cleared),
      late: false,
      seen: false,
    });
    expect(alert.value).toBeCloseTo(expected.value, 6);
  });
});

describe('what is judged', () => {
  it('only what was received after the condition and the AERO began', async () => {
    const box = await server.createBox({ client: client.id });
    const end = soon();
    await receive(server.db, box.aeroIds[0]!, workedExample(end).slice(0, 4));
    const { supervisor } = await watch([condition({ period: minutes(20) })], { box });
    await receive(server.db, box.aeroIds[0]!, workedExample(end).slice(4, 5));
    await judgeAll(server.db);
    expect(await opened(box)).toMatchObject([
      { supervisor: supervisor.id, occurrences: 1, opened_at: iso(end - 20 * MINUTE) },
    ]);
    // The second AERO joins: its past is not judged, and counts in windows.
    await receive(server.db, box.aeroIds[1]!, workedExample(end).slice(0, 4));
    await manager.api.patch(`/supervisors/${supervisor.id}/`, { aeros: [...box.aeroIds] });
    await judgeAll(server.db);
    expect(await opened(box)).toHaveLength(1);
  });

  it('not a datapoint older than the newest judged; it counts in later windows', async () => {
    const { box, aero } = await watch([condition(), condition({ period: minutes(20), percent: 60 })]);
    const end = soon();
    const at = (minute: number, temperature: number) => ({ time: end - HOUR + minute * MINUTE, temperature });
    await receive(server.db, aero, [at(0, 10), at(20, 20), at(40, 20)]);
    await judgeAll(server.db);
    await receive(server.db, aero, [at(45, 50), at(30, 50)]);
    await judgeAll(server.db);
    // gt 30 at 00:45; the window of 00:45 holds 00:30 (late), 00:40 and 00:45: 2 of 3.
    const alerts = await opened(box);
    expect(alerts.map((alert: { opened_at: string }) => alert.opened_at)).toEqual([
      iso(end - 15 * MINUTE),
      iso(end - 15 * MINUTE),
    ]);
  });

  it('nothing of a disabled supervisor, nor of one whose box went to another client', async () => {
    const { box, aero, supervisor } = await watch([condition()]);
    await manager.api.patch(`/supervisors/${supervisor.id}/`, { enabled: false });
    await receive(server.db, aero, [{ time: soon() - HOUR, temperature: 50 }]);
    await judgeAll(server.db);
    await manager.api.patch(`/supervisors/${supervisor.id}/`, { enabled: true });
    await judgeAll(server.db);
    expect(await opened(box)).toEqual([]);
    const other = await server.createClient();
    await server.db.updateTable('boxes').set({ client_id: other.id }).where('id', '=', box.id).execute();
    await receive(server.db, aero, [{ time: soon(), temperature: 50 }]);
    await judgeAll(server.db);
    expect((await server.admin.api.get(`/alerts/opened/?box=${box.id}`)).body).toEqual([]);
  });
});

describe('episodes', () => {
  it('a value that hovers at its limit for a day is one alert and at most 24 actions', async () => {
    const { box, aero } = await watch([condition()]);
    const end = soon();
    const points = Array.from({ length: 144 }, (_, i) => ({
      time: end - (143 - i) * 10 * MINUTE,
      temperature: i % 2 ? 29 : 31,
    }));
    for (const point of points) {
      await receive(server.db, aero, [point]);
      await judgeAll(server.db);
    }
    const [alert, ...more] = await opened(box);
    expect(more).toEqual([]);
    expect(alert.occurrences).toBe(72);
    const acts = await server.db
      .selectFrom('notifications')
      .select('occurrence')
      .where('alert_id', '=', alert.id)
      .where('user_id', '=', mailed.id)
      .execute();
    expect(acts).toHaveLength(24);
  });

  it('after it was archived: a new alert, but not while the old episode still fires', async () => {
    const { box, aero } = await watch([condition()]);
    const end = soon();
    const at = (minute: number, temperature: number) =>
      receive(server.db, aero, [{ time: end - HOUR + minute * MINUTE, temperature }]);
    await at(0, 31);
    await judgeAll(server.db);
    const [first] = await opened(box);
    const archived = await manager.api.post('/alerts/archive/', { ids: [first.id], comment: 'looked at it' });
    expect(archived.body).toEqual({ archived: 1, ids: [first.id] });
    await at(10, 32);
    await judgeAll(server.db);
    expect(await opened(box)).toEqual([]);
    await at(20, 20);
    await at(30, 33);
    await judgeAll(server.db);
    const [second, ...more] = await opened(box);
    expect(more).toEqual([]);
    expect(second.id).not.toBe(first.id);
    const old = (await manager.api.get(`/alerts/${first.id}/`)).body;
    expect(old).toMatchObject({
      seen: true,
      seen_by: manager.id,
      comment: 'looked at it',
      occurrences: 2,
      cleared_at: iso(end - HOUR + 20 * MINUTE),
    });
  });

  it('a supervisor edited while it fires starts from clear: the changed condition opens its own alert', async () => {
    const { box, aero, supervisor } = await watch([condition()]);
    const end = soon();
    await receive(server.db, aero, [{ time: end - 30 * MINUTE, temperature: 40 }]);
    await judgeAll(server.db);
    const [sent] = supervisor.conditions;
    await manager.api.patch(`/supervisors/${supervisor.id}/`, { conditions: [{ ...sent, value: 35 }] });
    const [ended] = await opened(box);
    expect(ended.cleared_at).not.toBeNull();
    await receive(server.db, aero, [{ time: end - 20 * MINUTE, temperature: 41 }]);
    await judgeAll(server.db);
    const alerts = await opened(box);
    expect(alerts.map((alert: { condition: { value: number } }) => alert.condition.value)).toEqual([35, 30]);
    expect(alerts[1].occurrences).toBe(1);
  });

  it('enabled again: from clear, the open alert goes on and acts at once', async () => {
    const { box, aero, supervisor } = await watch([condition()]);
    const end = soon();
    await receive(server.db, aero, [{ time: end - 30 * MINUTE, temperature: 40 }]);
    await judgeAll(server.db);
    await manager.api.patch(`/supervisors/${supervisor.id}/`, { enabled: false });
    await manager.api.patch(`/supervisors/${supervisor.id}/`, { enabled: true });
    await receive(server.db, aero, [{ time: end - 20 * MINUTE, temperature: 41 }]);
    await judgeAll(server.db);
    expect(await opened(box)).toMatchObject([{ occurrences: 2, cleared_at: null, last_value: 41 }]);
  });

  it('a deleted supervisor leaves its alerts with its name', async () => {
    const { box, aero, supervisor } = await watch([condition()], { name: 'Short-lived' });
    await receive(server.db, aero, [{ time: soon(), temperature: 40 }]);
    await judgeAll(server.db);
    await manager.api.delete(`/supervisors/${supervisor.id}/`);
    expect(await opened(box)).toMatchObject([{ supervisor: null, supervisor_name: 'Short-lived' }]);
    await receive(server.db, aero, [{ time: soon() + 1000, temperature: 40 }]);
    expect(await judgeAll(server.db)).toBe(0);
  });
});

describe('late', () => {
  it('found over 24 hours after: opens as usual, marked, mailed, no SMS', async () => {
    const { box, aero } = await watch([condition({ actions: [{ type: 'email' }, { type: 'sms' }] })]);
    const now = soon();
    await receive(server.db, aero, [
      { time: now - 24 * HOUR - 1000, temperature: 40 },
      { time: now - 24 * HOUR, temperature: 20 },
      { time: now - 23 * HOUR, temperature: 40 },
    ]);
    await judgeAll(server.db, now);
    const [alert] = await opened(box);
    expect(alert).toMatchObject({ late: true, occurrences: 2 });
    const rows = await server.db
      .selectFrom('notifications')
      .select(['channel', 'occurrence'])
      .where('alert_id', '=', alert.id)
      .where('user_id', '=', mailed.id)
      .orderBy('channel')
      .orderBy('occurrence')
      .execute();
    // The act at T over 24 h ago is mailed only; it goes on over an hour later, in time for an SMS.
    expect(rows).toEqual([
      { channel: 'email', occurrence: 1 },
      { channel: 'email', occurrence: 2 },
      { channel: 'sms', occurrence: 2 },
    ]);
  });
});

describe('SAMI', () => {
  const sami = (level: string) => ({ actions: [{ type: 'sami', level }] }) as object;

  it('is set with the supervisor and the alert as the reason; unsatisfactory mutes and is shown', async () => {
    const { box, aero, supervisor } = await watch([
      condition(sami('unsatisfactory')),
      condition({ value: 50 }),
    ]);
    const end = soon();
    await receive(server.db, aero, [
      { time: end - HOUR, temperature: 31 },
      { time: end - 50 * MINUTE, temperature: 60 },
    ]);
    await judgeAll(server.db);
    const alerts = await opened(box);
    expect(alerts).toHaveLength(1);
    const row = await server.db
      .selectFrom('aeros')
      .select(['sami', 'sami_since'])
      .where('id', '=', aero)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ sami: 'unsatisfactory', sami_since: new Date(end - HOUR) });
    const history = await server.db
      .selectFrom('sami_history')
      .selectAll()
      .where('aero_id', '=', aero)
      .execute();
    expect(history).toMatchObject([
      {
        from_level: 'satisfactory',
        to_level: 'unsatisfactory',
        supervisor_id: supervisor.id,
        alert_id: alerts[0].id,
        at: new Date(end - HOUR),
      },
    ]);
    const muted = (await manager.api.get(`/alerts/muted/?box=${box.id}`)).body;
    expect(muted).toMatchObject([
      { aero, box: box.id, since: iso(end - HOUR), supervisor: supervisor.id, supervisor_name: 'Rule' },
    ]);

    // Raised by a person: what was true silently opens nothing, what becomes true does.
    await server.db.updateTable('aeros').set({ sami: 'satisfactory' }).where('id', '=', aero).execute();
    await receive(server.db, aero, [{ time: end - 40 * MINUTE, temperature: 61 }]);
    await judgeAll(server.db);
    expect(await opened(box)).toHaveLength(1);
    await receive(server.db, aero, [
      { time: end - 30 * MINUTE, temperature: 40 },
      { time: end - 20 * MINUTE, temperature: 62 },
    ]);
    await judgeAll(server.db);
    expect(
      (await opened(box)).map((alert: { condition: { value: number } }) => alert.condition.value),
    ).toEqual([50, 30]);
  });

  it('two rules at the same T: the worse level wins, across supervisors', async () => {
    const { box, aero } = await watch([condition(sami('improvement_needed'))]);
    await watch([condition(sami('meets_expectations'))], { box });
    await receive(server.db, aero, [{ time: soon(), temperature: 31 }]);
    await judgeAll(server.db);
    const row = await server.db
      .selectFrom('aeros')
      .select('sami')
      .where('id', '=', aero)
      .executeTakeFirstOrThrow();
    expect(row.sami).toBe('improvement_needed');
  });
});

describe('what is gone meanwhile', () => {
  it('an AERO deleted after it became due does not hold the others up', async () => {
    const gone = await watch([condition()]);
    const { box, aero } = await watch([condition()]);
    const now = soon();
    await receive(server.db, gone.aero, [{ time: now, temperature: 40 }]);
    await receive(server.db, aero, [{ time: now, temperature: 40 }]);
    await server.db.deleteFrom('boxes').where('id', '=', gone.box.id).execute();
    await judgeAll(server.db);
    expect(await opened(box)).toHaveLength(1);
    expect(await server.db.selectFrom('aero_due').selectAll().execute()).toEqual([]);
  });
});

describe('who is told', () => {
  it('active users of the client who opted in, by the actions of the condition', async () => {
    const elsewhere = await server.createUser({
      client: (await server.createClient()).id,
      notify_email: true,
    });
    const inactive = await server.createUser({ client: client.id, notify_email: true, is_active: false });
    const quiet = await server.createUser({ client: client.id });
    const { box, aero } = await watch([condition()]);
    await receive(server.db, aero, [{ time: soon(), temperature: 40 }]);
    await judgeAll(server.db);
    const [alert] = await opened(box);
    const rows = await server.db
      .selectFrom('notifications')
      .select(['user_id', 'channel'])
      .where('alert_id', '=', alert.id)
      .execute();
    expect(rows).toEqual([{ user_id: mailed.id, channel: 'email' }]);
    expect([elsewhere.id, inactive.id, quiet.id]).not.toContain(rows[0]!.user_id);
  });
});

import { describe, expect, it } from 'vitest';
import { condition, HOUR, judgeAll, MINUTE, minutes, receive, workedExample } from '../testing.ts';
import { iso, soon, startScene } from '../testing-scene.ts';

const { server, client, manager, mailed, watch, opened } = await startScene();

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
  ] as const)('%s', async (_, input, expected) => {
    const { box, aero } = await watch([condition(input as object)]);
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
    // The second AERO joins: its past is not judged, but counts in windows.
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
  it('a value that hovers at its limit for a day is one alert, told twice: once as flapping', async () => {
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
      .select(['occurrence', 'kind'])
      .where('alert_id', '=', alert.id)
      .where('user_id', '=', mailed.id)
      .orderBy('id')
      .execute();
    expect(acts).toEqual([
      { occurrence: 1, kind: 'alert' },
      { occurrence: 4, kind: 'flapping' },
    ]);
    expect(alert.flapping).toBe(true);
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

  it('joined conditions in another order start from clear: the alert of the one that led is over', async () => {
    const { box, aero, supervisor } = await watch([condition(), condition({ metric: 'stroke', value: 100 })]);
    const address = `/supervisors/${supervisor.id}/`;
    const joined = (await manager.api.patch(address, { joined: true })).body;
    const end = soon();
    await receive(server.db, aero, [{ time: end - 30 * MINUTE, temperature: 40, stroke: 200 }]);
    await judgeAll(server.db);
    expect(await opened(box)).toMatchObject([{ cleared_at: null }]);
    const [first, second] = joined.conditions;
    const moved = await manager.api.patch(address, { conditions: [second, first] });
    expect(moved.status, moved.text).toBe(200);
    await receive(server.db, aero, [{ time: end - 20 * MINUTE, temperature: 41, stroke: 200 }]);
    await judgeAll(server.db);
    const open = (await opened(box)).filter((alert: { cleared_at: string | null }) => !alert.cleared_at);
    expect(open).toHaveLength(1);
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

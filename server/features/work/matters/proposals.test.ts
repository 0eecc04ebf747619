import { DAY } from '@aerowatch/domain/durations';
import { makeFinding } from '@aerowatch/domain/faults/finding';
import { withDefaults } from '@aerowatch/domain/faults/steps/defaults';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { proposeDue } from './propose.ts';
import { forgetGone } from './store-effects.ts';
import { noteTime } from './store-facts.ts';
import { stageOfMatters } from './testing.ts';

const server = await testServer({ env: { ROLES: 'web' } });
const { client, foreigner, api, turn, diagnosed, boxOf, inbox, onlyOf, historyOf } =
  await stageOfMatters(server);

describe('a proposal', () => {
  it('is made of a finding once, with all that is known, and is no order for whoever does not ask for it', async () => {
    const box = await boxOf({ line: '830000', kilometer_point: 12.5, pole: '12/4' });
    const [aero] = box.aeroIds;
    await diagnosed(aero!, { leak: 'bad' });
    await diagnosed(aero!, { leak: 'bad' });
    const { results, counts } = await inbox(`box=${box.id}`);
    expect(counts).toEqual({ mine: 0, unassigned: 1, all: 1 });
    expect(results).toHaveLength(1);
    expect(results[0].matter).toMatchObject({
      stage: 'proposed',
      kind: 'leak',
      name: 'Gas leak',
      severity: 'high',
      urgency: 'days',
      due_on: new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10),
      confidence: expect.closeTo(0.9),
      next_act: 'find_leak',
      curve: { aero, metric: 'pressure' },
      assignee: null,
      place: { line: '830000', kilometer_point: 12.5, pole: '12/4', position: 1 },
    });
    expect((await api.get(`/work-orders/?box=${box.id}`)).body.count).toBe(0);
    expect((await api.get(`/work-orders/?box=${box.id}&proposals=true`)).body.count).toBe(1);
    const order = (await api.get(`/work-orders/${results[0].matter.id}/`)).body;
    expect(order).toMatchObject({ state: 'proposed', stage: 'proposed', accepted_at: null });
    expect(order.checklist.map((check: { code: string }) => check.code)).toContain('find_leak');
    const [diagnosis] = (await api.get(`/diagnostics/?aero=${aero}`)).body.results;
    expect(diagnosis.findings[0]).toMatchObject({
      work_order: null,
      matter: { id: order.id, name: 'Gas leak', stage: 'proposed' },
    });
    expect((await inbox(`box=${box.id}`, foreigner.api)).count).toBe(0);
  });

  it('of a battery is one of the box, however many AEROs show it, with the curve of the battery', async () => {
    const box = await boxOf();
    await diagnosed(box.aeroIds[0]!, { battery_low: 'bad' });
    await diagnosed(box.aeroIds[1]!, { battery_low: 'watch' });
    const { results } = await inbox(`box=${box.id}`);
    expect(results).toHaveLength(1);
    expect(results[0].matter).toMatchObject({
      aero: null,
      curve: { aero: box.aeroIds[0], metric: 'battery_voltage' },
    });
  });

  it('goes by itself where its cause goes, and is made anew where it comes again', async () => {
    const box = await boxOf();
    await diagnosed(box.aeroIds[0]!, { friction: 'watch' });
    const { id } = await onlyOf(box.id);
    await diagnosed(box.aeroIds[0]!, {});
    expect((await inbox(`box=${box.id}`)).count).toBe(0);
    expect(await historyOf(id)).toEqual(['proposed', 'gone']);
    await diagnosed(box.aeroIds[0]!, { friction: 'watch' });
    expect((await onlyOf(box.id)).id).not.toBe(id);
    const there = async () => (await api.get(`/work-orders/${id}/`)).status;
    await forgetGone(server.db, new Date(Date.now() + 399 * DAY));
    expect(await there()).toBe(200);
    await forgetGone(server.db, new Date(Date.now() + 401 * DAY));
    expect(await there()).toBe(404);
  });

  it('keeps the day by which it was to be done first, and takes over what got worse', async () => {
    const box = await boxOf();
    const [start, later] = [Date.now() - 5 * DAY, Date.now() - 4 * DAY];
    await diagnosed(box.aeroIds[0]!, { leak: 'watch' }, start);
    const before = await onlyOf(box.id);
    await diagnosed(box.aeroIds[0]!, { leak: 'watch' }, later);
    expect((await onlyOf(box.id)).due_by).toBe(before.due_by);
    await diagnosed(box.aeroIds[0]!, { leak: 'bad' }, later);
    const due = new Date(later + 3 * DAY).toISOString().slice(0, 10);
    expect(await onlyOf(box.id)).toMatchObject({
      id: before.id,
      severity: 'high',
      due_by: due,
      due_on: due,
      overdue: true,
    });
  });
});

it('a turn that was cut off is done by the next one', async () => {
  const box = await boxOf();
  await diagnosed(box.aeroIds[0]!, {});
  await server.db
    .updateTable('diagnostics')
    .set({
      verdict: 'bad',
      findings: JSON.stringify([
        withDefaults(makeFinding('leak', 1, '%', 'bad', {}, { fault: 'leak' }), Date.now()),
      ]),
    })
    .where('aero_id', '=', box.aeroIds[0]!)
    .execute();
  const noted = () =>
    sql<{ count: number }>`select count(*)::int as count from matters_due`.execute(server.db);
  expect((await noted()).rows[0]!.count).toBeGreaterThan(0);
  await server.db
    .transaction()
    .execute(async (trx) => {
      await proposeDue(trx, new Date());
      throw new Error('cut off');
    })
    .catch(() => undefined);
  expect((await inbox(`box=${box.id}`)).count).toBe(0);
  await Promise.all([turn(), turn()]);
  expect((await inbox(`box=${box.id}`)).count).toBe(1);
});

describe('what time alone changes', () => {
  const onTime = async (now: Date) => {
    await noteTime(server.db, now, 500);
    await turn(now);
  };
  it('proposes a silent box once, and takes it back when the box is heard again', async () => {
    const box = await boxOf({ last_send: new Date(Date.now() - 8 * DAY) });
    for (const _ of [1, 2]) await onTime(new Date());
    expect((await inbox(`box=${box.id}`)).results).toMatchObject([
      { matter: { kind: 'silence', aero: null } },
    ]);
    await server.db.updateTable('boxes').set({ last_send: new Date() }).where('id', '=', box.id).execute();
    await onTime(new Date());
    expect((await inbox(`box=${box.id}`)).count).toBe(0);
  });

  it('proposes a box whose firmware fell back', async () => {
    const box = await boxOf();
    await server.db
      .updateTable('boxes')
      .set({ firmware_fell_back: '2.4.0', firmware_fell_back_at: new Date() })
      .where('id', '=', box.id)
      .execute();
    await turn();
    expect(await onlyOf(box.id)).toMatchObject({
      kind: 'firmware_fell_back',
      aero: null,
      next_act: 'repeat_update',
    });
  });
});

it('a matter cancelled or done a moment ago is not proposed again at once', async () => {
  const box = await boxOf();
  const [one, other] = box.aeroIds;
  for (const aero of [one!, other!]) await diagnosed(aero, { friction: 'watch' });
  const { results } = await inbox(`box=${box.id}&grouped=false`);
  const ids = results.map((row: { matter: { id: number } }) => row.matter.id);
  await api.post('/work-orders/accept/', { ids });
  await api.patch(`/work-orders/${ids[0]}/`, { state: 'cancelled' });
  await api.patch(`/work-orders/${ids[1]}/`, { state: 'done', verdict: 'found', acts: ['freed'] });
  for (const aero of [one!, other!]) await diagnosed(aero, { friction: 'watch' });
  expect((await inbox(`box=${box.id}`)).count).toBe(0);
  expect((await api.get(`/work-orders/${ids[1]}/`)).body).toMatchObject({
    state: 'done',
    stage: 'verifying',
  });
  await diagnosed(one!, { friction: 'bad' });
  expect(await onlyOf(box.id)).toMatchObject({ stage: 'proposed', severity: 'high' });
});

describe('a week ahead', () => {
  it('is proposed from the chance that its client has chosen, and no longer once that is above it', async () => {
    const box = await boxOf();
    await sql`insert into forecast_weeks (aero_id, issued_at, basis, first_day, chances, hot, coldest, warmest, peak)
      values (${box.aeroIds[0]!}, now(), 'weather', (now() at time zone 'utc')::date, ${[0.15, 0, 0, 0, 0, 0, 0]}::real[], 1,
        array_fill(5::real, array[7]), array_fill(15::real, array[7]), 1)`.execute(server.db);
    const manager = await server.createUser({ level: 'privileged', client: client.id });
    const from = (percent: number) =>
      manager.api.patch(`/clients/${client.id}/`, { forecast_threshold: percent });
    const proposed = async () => {
      await noteTime(server.db, new Date(), 1000);
      await turn();
      return (await onlyOf(box.id))?.kind;
    };
    expect(await proposed()).toBeUndefined();
    // The change alone makes the boxes of the client due.
    await from(10);
    await turn();
    expect((await onlyOf(box.id))?.kind).toBe('forecast');
    await from(20);
    await turn();
    expect((await onlyOf(box.id))?.kind).toBeUndefined();
    expect(await proposed()).toBeUndefined();
  });
});

import { DAY } from '@aerowatch/domain/durations';
import { makeFinding } from '@aerowatch/domain/faults/finding';
import type { Fault, FindingKey } from '@aerowatch/domain/faults/list';
import { FAULT_ROWS } from '@aerowatch/domain/faults/list';
import { withDefaults } from '@aerowatch/domain/faults/steps/defaults';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { condition } from '../../alerting/testing.ts';
import { forgetNotices } from '../notices/store-notices.ts';
import { proposeDue } from './propose.ts';
import { forgetGone } from './store-effects.ts';
import { noteTime } from './store-facts.ts';

const server = await testServer({ env: { ROLES: 'web' } });
const client = await server.createClient();
const ada = await server.createUser({ client: client.id, first_name: 'Ada', last_name: 'Byron' });
const ben = await server.createUser({ client: client.id, first_name: 'Ben', last_name: 'Cole' });
const observer = await server.createUser({ level: 'observer', client: client.id });
const foreigner = await server.createUser({ client: (await server.createClient()).id });
const { api } = ada;

async function turn(now = new Date()): Promise<void> {
  while ((await proposeDue(server.db, now)) > 0);
}

/** Stores a diagnosis as the worker of diagnoses does, and lets the console propose. */
async function diagnosed(aero: number, faults: Partial<Record<Fault, 'watch' | 'bad'>>, now = Date.now()) {
  const findings = Object.entries(faults).map(([fault, verdict]) => {
    const key = Object.keys(FAULT_ROWS[fault as Fault].findings)[0] as FindingKey;
    const said = { fault: fault as Fault, since: now - 2 * DAY, confidence: 0.9 };
    return withDefaults(makeFinding(key, 1, null, verdict, {}, said), now);
  });
  const verdicts = Object.values(faults);
  const verdict = verdicts.includes('bad') ? 'bad' : verdicts.length > 0 ? 'watch' : 'good';
  const row = {
    day: '2026-11-20',
    verdict,
    findings: JSON.stringify(findings) as never,
    faults: Object.keys(faults),
  };
  await server.db
    .insertInto('diagnostics')
    .values({ aero_id: aero, ...row })
    .onConflict((conflict) => conflict.column('aero_id').doUpdateSet(row))
    .execute();
  await turn(new Date(now));
}

const boxOf = (more: object = {}) =>
  server.createBox({ client: client.id, last_send: new Date(), aeros: [{}, {}], ...more });
const inbox = async (query: string, who = api) => (await who.get(`/work-orders/inbox/?${query}`)).body;
const onlyOf = async (box: number) => (await inbox(`box=${box}`)).results[0]?.matter;
const historyOf = async (id: number) =>
  (await api.get(`/work-orders/${id}/history/`)).body.map(({ type }: { type: string }) => type);

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
      matter: { id: order.id, stage: 'proposed' },
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

describe('accepting', () => {
  it('is one call: open, due as proposed, in charge who accepted; a second one changes nothing', async () => {
    const box = await boxOf();
    await diagnosed(box.aeroIds[0]!, { seized: 'bad' });
    const proposed = await onlyOf(box.id);
    expect((await observer.api.post('/work-orders/accept/', { ids: [proposed.id] })).status).toBe(403);
    expect((await foreigner.api.post('/work-orders/accept/', { ids: [proposed.id] })).body).toMatchObject({
      ids: ['Does not exist'],
    });
    const { body, status } = await api.post('/work-orders/accept/', { ids: [proposed.id] });
    expect(status).toBe(200);
    expect(body.changed).toEqual([proposed.id]);
    expect(body.results[0]).toMatchObject({
      stage: 'open',
      severity: 'high',
      due_on: proposed.due_on,
      assignee: ada.id,
      assignee_name: 'Ada Byron',
    });
    const again = (await ben.api.post('/work-orders/accept/', { ids: [proposed.id] })).body;
    expect(again).toMatchObject({ changed: [], unchanged: [proposed.id] });
    expect(again.results[0].assignee).toBe(ada.id);
    expect((await inbox(`box=${box.id}&tab=mine`)).count).toBe(1);
    expect((await inbox(`box=${box.id}&tab=unassigned`)).count).toBe(0);
    expect((await api.get(`/work-orders/?box=${box.id}`)).body.results[0]).toMatchObject({
      state: 'open',
      accepted_by: ada.id,
      created_by: ada.id,
    });
    // The finding stands: nothing is proposed beside the order.
    await diagnosed(box.aeroIds[0]!, { seized: 'bad' });
    expect((await inbox(`box=${box.id}`)).count).toBe(1);
  });

  it('is what making an order of the same finding does, as programs of before do', async () => {
    const box = await boxOf();
    const [aero] = box.aeroIds;
    await diagnosed(aero!, { leak: 'watch' });
    const proposed = await onlyOf(box.id);
    const body = { box: box.id, aero, source: { type: 'finding', kind: 'leak' }, severity: 'low' };
    const made = await api.post('/work-orders/', body);
    expect([made.status, made.body.id, made.body.state]).toEqual([201, proposed.id, 'open']);
    expect(made.body).toMatchObject({
      severity: 'low',
      due_on: proposed.due_on,
      source: { type: 'finding', id: aero },
    });
    expect((await api.post('/work-orders/', body)).status).toBe(409);
  });
});

describe('dismissing', () => {
  it('lasts until it gets worse, and says so when it returns', async () => {
    const box = await boxOf();
    await diagnosed(box.aeroIds[0]!, { leak: 'watch' });
    const { id } = await onlyOf(box.id);
    const refused = await api.post('/work-orders/dismiss/', { ids: [id] });
    expect(refused.body).toMatchObject({ reason: ['Required'] });
    await api.post('/work-orders/dismiss/', { ids: [id], reason: 'known', comment: 'Bottle ordered' });
    await diagnosed(box.aeroIds[0]!, { leak: 'watch' });
    expect((await inbox(`box=${box.id}`)).count).toBe(0);
    expect((await api.get(`/work-orders/${id}/`)).body).toMatchObject({
      state: 'dismissed',
      dismissed: { reason: 'known', until: null, by: ada.id },
    });
    await diagnosed(box.aeroIds[0]!, { leak: 'bad' });
    expect(await onlyOf(box.id)).toMatchObject({
      id,
      stage: 'proposed',
      returned: 'worse',
      severity: 'high',
    });
    expect(await historyOf(id)).toEqual(['proposed', 'dismissed', 'returned']);
  });

  it('lasts until its day', async () => {
    const box = await boxOf();
    await diagnosed(box.aeroIds[0]!, { leak: 'watch' });
    const { id } = await onlyOf(box.id);
    const until = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10);
    await api.post('/work-orders/dismiss/', { ids: [id], reason: 'planned_elsewhere', until });
    await diagnosed(box.aeroIds[0]!, { leak: 'watch' }, Date.now() + DAY);
    expect((await inbox(`box=${box.id}`)).count).toBe(0);
    await diagnosed(box.aeroIds[0]!, { leak: 'watch' }, Date.now() + 3 * DAY);
    expect(await onlyOf(box.id)).toMatchObject({ id, returned: 'day' });
  });
});

it('what was cancelled, or done a moment ago, is not proposed again at once', async () => {
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

it('the most pressing come first, in pages that go on where they ended', async () => {
  const line = `pages ${client.id}`;
  const make = async (fault: Fault, verdict: 'watch' | 'bad', km: number) => {
    const box = await boxOf({ line, kilometer_point: km });
    await diagnosed(box.aeroIds[0]!, { [fault]: verdict });
    return (await onlyOf(box.id)).id as number;
  };
  const far = await make('creep', 'watch', 30);
  const near = await make('leak', 'watch', 10);
  const grave = await make('slipped_wire', 'watch', 50);
  const today = await make('broken_wire', 'bad', 60);
  const late = await make('icing', 'watch', 70);
  await server.db.updateTable('work_orders').set({ due_on: '2020-01-01' }).where('id', '=', late).execute();
  const ids = async (query = '') => {
    const page = await inbox(`line=${encodeURIComponent(line)}${query}`);
    return { ...page, ids: page.results.map((row: { matter: { id: number } }) => row.matter.id) };
  };
  const all = [late, today, grave, near, far];
  expect((await ids()).ids).toEqual(all);
  const first = await ids('&limit=2');
  expect([first.ids, first.count]).toEqual([all.slice(0, 2), 5]);
  const second = await ids(`&limit=2&cursor=${first.next_cursor}`);
  const third = await ids(`&limit=2&cursor=${second.next_cursor}`);
  expect([...second.ids, ...third.ids]).toEqual(all.slice(2));
  expect(third.next_cursor).toBeNull();
  expect((await api.get('/work-orders/inbox/?cursor=nonsense')).status).toBe(400);
});

it('three or more AEROs with the same and nothing else are one row', async () => {
  const line = `alike ${client.id}`;
  const boxes = await Promise.all([1, 2, 3].map((km) => boxOf({ line, kilometer_point: km })));
  for (const box of boxes) await diagnosed(box.aeroIds[0]!, { stop_hot: 'watch' });
  await diagnosed(boxes[0]!.aeroIds[1]!, { leak: 'watch' });
  const read = () => inbox(`line=${encodeURIComponent(line)}`);
  const grouped = await read();
  expect(grouped.counts.all).toBe(4);
  expect(grouped.results.map((row: { group: { count: number } | null }) => row.group?.count ?? 1)).toEqual(
    expect.arrayContaining([3, 1]),
  );
  const { group, matter } = grouped.results.find((row: { group: object | null }) => row.group !== null);
  expect([group.line, matter.kind, group.ids.length]).toEqual([line, 'stop_hot', 3]);
  // One of them has something else too, and stands by itself: two are no group.
  await diagnosed(boxes[0]!.aeroIds[0]!, { stop_hot: 'watch', friction: 'watch' });
  expect((await read()).results).toHaveLength(5);
});

it('is handed over with a comment, planned, and joined', async () => {
  const box = await boxOf();
  await diagnosed(box.aeroIds[0]!, { leak: 'watch', wrong_length: 'watch' });
  const rows = (await inbox(`box=${box.id}&grouped=false`)).results;
  const idOf = (kind: string) =>
    rows.find((row: { matter: { kind: string } }) => row.matter.kind === kind).matter.id;
  const [leak, length] = [idOf('leak'), idOf('wrong_length')];
  const given = (
    await api.post('/work-orders/assign/', { ids: [leak], assignee: ben.id, comment: 'Bring gas' })
  ).body;
  expect(given.results[0]).toMatchObject({ stage: 'open', assignee: ben.id });
  expect((await api.get(`/work-orders/${leak}/`)).body.comments[0]).toMatchObject({
    text: 'Bring gas',
    user: ada.id,
  });
  const bell = (await ben.api.get('/notices/')).body;
  expect(bell).toMatchObject({ unread: 1 });
  expect(bell.results[0]).toMatchObject({
    type: 'handed_over',
    by: ada.id,
    by_name: 'Ada Byron',
    comment: 'Bring gas',
    read: false,
    matter: { id: leak, name: 'Gas leak', assignee: ben.id },
  });
  expect(bell.mine).toBe((await inbox('tab=mine', ben.api)).count);
  expect((await foreigner.api.get('/notices/')).body.results).toEqual([]);
  expect((await ada.api.post('/notices/read/', { ids: [bell.results[0].id] })).status).toBe(200);
  expect((await ben.api.get('/notices/')).body.unread).toBe(1);
  expect((await ben.api.post('/notices/read/', {})).body).toEqual({ unread: 0 });
  await forgetNotices(server.db, new Date(Date.now() + 29 * DAY));
  expect((await ben.api.get('/notices/')).body.results).toHaveLength(1);
  await forgetNotices(server.db, new Date(Date.now() + 31 * DAY));
  expect((await ben.api.get('/notices/')).body.results).toEqual([]);
  const late = new Date(Date.now() + 60 * DAY).toISOString().slice(0, 10);
  const planned = (await api.post('/work-orders/plan/', { ids: [leak], due_on: late })).body.results[0];
  expect(planned).toMatchObject({ stage: 'planned', due_on: late, after_deadline: true });
  const joined = await api.post('/work-orders/join/', { into: leak, ids: [length] });
  expect(joined.status).toBe(200);
  await diagnosed(box.aeroIds[0]!, { leak: 'watch', wrong_length: 'watch' });
  expect((await inbox(`box=${box.id}`)).count).toBe(1);
  const other = await boxOf();
  await diagnosed(other.aeroIds[0]!, { leak: 'watch' });
  const foreign = await api.post('/work-orders/join/', { into: leak, ids: [(await onlyOf(other.id)).id] });
  expect(foreign.body.ids).toEqual(['Only matters of one box can be joined']);
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

/** An open alert of a rule, as judging stores it. */
async function rung(box: number, aero: number, metric: string, more: object = {}) {
  const at = new Date();
  const { id } = await server.db
    .insertInto('alerts')
    .values({
      supervisor_name: 'Gas pressure low',
      condition_id: 1,
      condition: JSON.stringify({ ...condition({ metric, comparator: 'lt', value: 60 } as never), id: 1 }),
      aero_id: aero,
      box_id: box,
      client_id: client.id,
      opened_at: at,
      value: 55,
      last_value: 55,
      last_at: at,
      ...more,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await turn();
  return id;
}

describe('an alert', () => {
  it('belongs to the fault of its AERO that explains it, and follows its owner', async () => {
    const box = await boxOf();
    const [aero] = box.aeroIds;
    await diagnosed(aero!, { leak: 'watch' });
    const { id } = await onlyOf(box.id);
    const alert = await rung(box.id, aero!, 'pressure');
    expect((await inbox(`box=${box.id}`)).results.map((row: { matter: object }) => row.matter)).toMatchObject(
      [{ id, alerts: 1, kind: 'leak' }],
    );
    await api.post('/work-orders/accept/', { ids: [id] });
    expect((await api.get(`/alerts/${alert}/`)).body).toMatchObject({
      matter: { id, stage: 'open', assignee: ada.id, assignee_name: 'Ada Byron' },
      assignee: ada.id,
    });
    await api.post('/work-orders/assign/', { ids: [id], assignee: ben.id });
    expect((await api.get(`/alerts/${alert}/`)).body.assignee).toBe(ben.id);
    await api.patch(`/work-orders/${id}/`, { state: 'done', verdict: 'found', acts: ['re_gassed'] });
    expect((await api.get(`/alerts/${alert}/`)).body.seen).toBe(true);
  });

  it('that no fault explains is a matter named by its rule, with its limit, and goes with it', async () => {
    const box = await boxOf();
    const [aero] = box.aeroIds;
    await diagnosed(aero!, { temperature_sensor_step: 'watch' });
    const alert = await rung(box.id, aero!, 'pressure', { severity: 'high' });
    const { results } = await inbox(`box=${box.id}`);
    const { matter } = results.find((row: { matter: { kind: string } }) => row.matter.kind === 'pressure');
    expect(matter).toMatchObject({
      name: 'Gas pressure low',
      rule: 'Gas pressure low',
      source: 'alert',
      severity: 'high',
      curve: { aero, metric: 'pressure', level: { value: 60, code: 'limit' } },
    });
    expect((await api.get(`/work-orders/${matter.id}/`)).body.title).toMatch(/^Gas pressure low – /);
    await api.patch(`/alerts/${alert}/`, { seen: true });
    await turn();
    expect(await historyOf(matter.id)).toEqual(['proposed', 'gone']);
    // It is open again, and so is its matter.
    await api.patch(`/alerts/${alert}/`, { seen: false });
    await turn();
    expect((await inbox(`box=${box.id}&kind=pressure`)).count).toBe(1);
  });

  it('on the battery is one matter of the box', async () => {
    const box = await boxOf();
    for (const aero of box.aeroIds) await rung(box.id, aero, 'battery_voltage');
    expect((await inbox(`box=${box.id}`)).results).toMatchObject([{ matter: { aero: null, alerts: 2 } }]);
  });
});

describe('a finished order', () => {
  const LATER = Date.now() + 2.5 * DAY;
  async function finished(fault: Fault) {
    const box = await boxOf();
    const [aero] = box.aeroIds;
    await diagnosed(aero!, { [fault]: 'watch' });
    const { id } = await onlyOf(box.id);
    await api.post('/work-orders/accept/', { ids: [id] });
    await api.patch(`/work-orders/${id}/`, { state: 'done', verdict: 'found', acts: ['freed'] });
    await server.db
      .updateTable('boxes')
      .set({ last_send: new Date(LATER) })
      .where('id', '=', box.id)
      .execute();
    /** The next diagnosis says this of the repair. */
    const verified = async (state: string, at = LATER) => {
      await sql`update diagnostics set repair = repair || ${JSON.stringify({ state, moved: 31, called: 34 })}::jsonb where aero_id = ${aero}`.execute(
        server.db,
      );
      await turn(new Date(at));
      return (await api.get(`/work-orders/${id}/`)).body;
    };
    return { id, verified, box };
  }

  it('is being verified for two days, then closed by itself where measures prove it', async () => {
    const { id, verified } = await finished('friction');
    const early = await verified('proven', Date.now() + DAY);
    expect(early).toMatchObject({
      stage: 'verifying',
      state: 'done',
      verification: { would_prove: 'loop_narrows' },
    });
    expect(await verified('proven')).toMatchObject({ stage: 'closed', state: 'done' });
    expect((await historyOf(id)).at(-1)).toBe('proven');
  });

  it('is open again where they do not, with its reason, and whoever is in charge is told', async () => {
    const { id, verified, box } = await finished('seized');
    const unread = async () => (await api.get('/notices/')).body.unread;
    const before = await unread();
    expect(await verified('not_proven')).toMatchObject({
      state: 'open',
      stage: 'open',
      verdict: null,
      assignee: ada.id,
      verification: { state: 'not_proven', moved: 31, called: 34 },
    });
    expect(await onlyOf(box.id)).toMatchObject({ id, returned: 'not_proven' });
    expect((await historyOf(id)).at(-1)).toBe('not_proven');
    expect(await unread()).toBe(before + 1);
    expect((await api.get('/notices/')).body.results[0]).toMatchObject({ type: 'not_proven', by: null });
  });

  it('asks for a person’s word where measures cannot tell', async () => {
    const { id, verified, box } = await finished('leak');
    expect((await verified('verifying', Date.now() + 15 * DAY)).stage).toBe('done');
    expect(await onlyOf(box.id)).toMatchObject({ id, stage: 'done' });
    await api.post('/work-orders/confirm/', { ids: [id], holds: true, comment: 'Gauge read' });
    expect((await api.get(`/work-orders/${id}/`)).body).toMatchObject({ stage: 'closed' });
  });
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { supervisorsModule } from '../rules/index.ts';
import { condition, judgeAll, MINUTE, minutes, type Point, receive } from '../testing.ts';
import { judgeDue } from './judging.ts';

const server = await testServer({ modules: [supervisorsModule] });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
await server.createUser({ client: client.id, notify_email: true });

/** One condition of each kind, one that changes the SAMI among them. */
const CONDITIONS = [
  condition(),
  condition({ value: 28, period: minutes(30), percent: 60 }),
  condition({
    comparator: 'lt',
    value: 22,
    period: minutes(20),
    average: true,
    actions: [{ type: 'sami', level: 'improvement_needed' }],
  }),
  condition({ comparator: 'varies', value: 9, period: minutes(40) }),
  condition({ metric: 'displacement_time', comparator: 'gt', value: 20, period: minutes(40) }),
  condition({
    metric: 'stroke',
    comparator: 'gte',
    value: 590,
    actions: [{ type: 'email' }, { type: 'sami', level: 'unsatisfactory' }],
  }),
];

const stream = fc.array(
  fc.record({
    gap: fc.constantFrom(1, 5, 10, 10, 10, 35, 90),
    temperature: fc.option(fc.integer({ min: 15, max: 35 }), { freq: 8, nil: null }),
    stroke: fc.option(fc.integer({ min: 400, max: 600 }), { freq: 8, nil: null }),
  }),
  { minLength: 5, maxLength: 60 },
);
const BEGIN = Date.now() - 20 * 60 * MINUTE;
const pointsOf = (steps: { gap: number; temperature: number | null; stroke: number | null }[]): Point[] => {
  let time = BEGIN;
  return steps.map(({ gap, ...values }) => {
    time += gap * MINUTE;
    return { time, ...values };
  });
};

async function watchedAero(): Promise<{ aero: number; supervisor: number; body: object }> {
  const box = await server.createBox({ client: client.id, aeros: [{}] });
  const body = { name: 'All', aeros: [...box.aeroIds], conditions: CONDITIONS };
  const answer = await manager.api.post('/supervisors/', body);
  expect(answer.status, answer.text).toBe(201);
  return { aero: box.aeroIds[0]!, supervisor: answer.body.id, body };
}

/** All stored results of judging an AERO, without ids. */
async function outcome(aero: number) {
  const { db } = server;
  const conditions = await db
    .selectFrom('conditions as c')
    .innerJoin('supervisor_aeros as s', 's.supervisor_id', 'c.supervisor_id')
    .select(['c.id', 'c.position'])
    .where('s.aero_id', '=', aero)
    .execute();
  const position = new Map(conditions.map((row) => [row.id, row.position]));
  const alerts = await db
    .selectFrom('alerts')
    .selectAll()
    .where('aero_id', '=', aero)
    .orderBy('opened_at')
    .execute();
  const notified = await db
    .selectFrom('notifications as n')
    .innerJoin('alerts as a', 'a.id', 'n.alert_id')
    .select(['a.condition_id', 'n.channel', 'n.occurrence'])
    .where('a.aero_id', '=', aero)
    .execute();
  const history = await db
    .selectFrom('sami_history')
    .select(['from_level', 'to_level', 'at'])
    .where('aero_id', '=', aero)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const key = (row: { condition: number }) => row.condition;
  return {
    alerts: alerts
      .map((a) => ({
        condition: position.get(a.condition_id)!,
        opened: a.opened_at.getTime(),
        value: a.value,
        last: a.last_at.getTime(),
        lastValue: a.last_value,
        occurrences: a.occurrences,
        cleared: a.cleared_at?.getTime() ?? null,
      }))
      .sort((a, b) => key(a) - key(b) || a.opened - b.opened),
    notified: notified
      .map((row) => `${position.get(row.condition_id)}/${row.channel}/${row.occurrence}`)
      .sort(),
    history,
  };
}

describe('an in-order stream', () => {
  it('gives the same alerts however it is cut into messages, whenever 1 to 4 workers judge it', async () => {
    let alerts = 0;
    await fc.assert(
      fc.asyncProperty(
        stream,
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 60, maxLength: 60 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 60, maxLength: 60 }),
        async (steps, cuts, workers) => {
          const points = pointsOf(steps);
          const whole = await watchedAero();
          await receive(server.db, whole.aero, points);
          await judgeAll(server.db);

          const cut = await watchedAero();
          const running: Promise<unknown>[] = [];
          for (let start = 0, i = 0; start < points.length; start += cuts[i]!, i++) {
            await receive(server.db, cut.aero, points.slice(start, start + cuts[i]!));
            // Some workers run at the same time, without being awaited; a limit of 1 makes them take turns.
            for (let worker = 0; worker < workers[i]!; worker++)
              running.push(judgeDue(server.db, Date.now(), 1));
          }
          await Promise.all(running);
          await judgeAll(server.db);
          const expected = await outcome(whole.aero);
          expect(await outcome(cut.aero)).toEqual(expected);
          alerts += expected.alerts.length;
        },
      ),
      { numRuns: 40 },
    );
    expect(alerts).toBeGreaterThan(40);
  });

  it('a rehearsal over the same data tells what live judging did', async () => {
    await fc.assert(
      fc.asyncProperty(stream, async (steps) => {
        const points = pointsOf(steps);
        const { aero, body } = await watchedAero();
        await receive(server.db, aero, points);
        await judgeAll(server.db);
        const { alerts, notified } = await outcome(aero);
        const answer = await manager.api.post('/supervisors/rehearse/', {
          supervisor: body,
          from: new Date(BEGIN).toISOString(),
          to: new Date().toISOString(),
        });
        expect(answer.status, answer.text).toBe(200);
        const rehearsed = answer.body.alerts.map((one: Record<string, string>) => ({
          condition: one.condition,
          opened: Date.parse(one.opened_at!),
          value: one.value,
          last: Date.parse(one.last_at!),
          lastValue: one.last_value,
          occurrences: one.occurrences,
          cleared: one.cleared_at === null ? null : Date.parse(one.cleared_at!),
        }));
        const order = (a: { condition: number; opened: number }, b: { condition: number; opened: number }) =>
          a.condition - b.condition || a.opened - b.opened;
        expect(rehearsed.sort(order)).toEqual(alerts);
        expect(answer.body.count).toBe(alerts.length);
        const acts = answer.body.alerts
          .filter((one: { condition: number }) => one.condition !== 2)
          .reduce((sum: number, one: { actions: number }) => sum + one.actions, 0);
        expect(acts).toBe(notified.length);
      }),
      { numRuns: 25 },
    );
  });
});

describe('rehearsal', () => {
  it('over 31 days and more, foreign AEROs refused like missing ones', async () => {
    const { aero, body } = await watchedAero();
    const end = Date.now();
    const points = Array.from({ length: 40 * 24 }, (_, i) => ({
      time: end - i * 60 * MINUTE,
      temperature: i % 24 === 0 ? 31 : 25,
      stroke: 500,
    })).reverse();
    await receive(server.db, aero, points);
    const span = {
      from: new Date(end - 40 * 24 * 60 * MINUTE).toISOString(),
      to: new Date(end).toISOString(),
    };
    const answer = await manager.api.post('/supervisors/rehearse/', {
      supervisor: { ...body, conditions: [condition()] },
      ...span,
    });
    expect(answer.body).toMatchObject({
      count: 1,
      truncated: false,
      by_condition: [{ condition: 0, count: 1, aeros: 1, not_judged_aeros: 0 }],
    });
    expect(answer.body.alerts[0]).toMatchObject({ aero, occurrences: 40, actions: 40 });
    const foreign = await server.createBox({ client: (await server.createClient()).id });
    const refused = await manager.api.post('/supervisors/rehearse/', {
      supervisor: { ...body, aeros: [foreign.aeroIds[0]] },
      ...span,
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({ supervisor: { aeros: ['Does not exist'] } });
    const wrong = await manager.api.post('/supervisors/rehearse/', {
      supervisor: body,
      from: span.to,
      to: span.from,
    });
    expect(wrong.status).toBe(400);
  });

  it('tells AEROs on which a condition never had enough to judge', async () => {
    const { aero, body } = await watchedAero();
    await receive(server.db, aero, [{ time: Date.now() - MINUTE, temperature: 50 }]);
    const answer = await manager.api.post('/supervisors/rehearse/', {
      supervisor: { ...body, conditions: [condition({ period: minutes(30) })] },
      from: new Date(BEGIN).toISOString(),
      to: new Date().toISOString(),
    });
    expect(answer.body.by_condition).toEqual([{ condition: 0, count: 0, aeros: 0, not_judged_aeros: 1 }]);
  });
});

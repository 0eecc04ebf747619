import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { ingest, type Sent } from '../testing.ts';
import { bucketColumns, type Columns } from './store-cells.ts';
import { rollUp } from './store-rollups.ts';

// Without the worker, so that rollups are not computed in the background.
const server = await testServer({ modules: [] });

const DAY = 86_400;
const START = Date.UTC(2026, 2, 27) / 1000;
const value = fc.option(
  fc.integer({ min: -500, max: 4000 }).map((tenths) => tenths / 10),
  { nil: null },
);
const stream = fc.uniqueArray(
  fc.record({
    at: fc.integer({ min: START, max: START + 4 * DAY - 1 }),
    temperature: fc.option(
      fc.integer({ min: -300, max: 600 }).map((tenths) => tenths / 10),
      { nil: null },
    ),
    stroke: value.map((v) => (v === null || v < -50 ? null : v)),
  }),
  { selector: (one) => one.at, minLength: 1, maxLength: 60 },
);
/** The stream cut into messages, some sent again, in any order. */
const delivered = stream.chain((all) =>
  fc.record({
    all: fc.constant(all),
    messages: fc
      .array(fc.shuffledSubarray(all, { minLength: 1 }), { minLength: 1, maxLength: 6 })
      .map((parts) => [...parts, all]),
    rollUpAfter: fc.integer({ min: 0, max: 7 }),
    order: fc.array(fc.nat(), { minLength: 7, maxLength: 7 }),
  }),
);

it('rollups and curves equal a recount, however the stream is cut, shuffled, doubled and delayed', async () => {
  const rollAllUp = async () => {
    while ((await rollUp(server.db, 3)) > 0);
  };
  const expectCurves = async (aero: number, all: readonly Sent[]) => {
    for (const width of [3600, 21_600, 43_200, 86_400, 2 * 86_400]) await expectBuckets(aero, all, width);
  };
  await fc.assert(
    fc.asyncProperty(delivered, async ({ all, messages, rollUpAfter, order }) => {
      const box = await server.createBox();
      const aero = box.aeroIds[0] ?? 0;
      const shuffled = messages
        .map((message, index) => ({ message, key: order[index] ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ message }) => message);
      for (const [index, message] of shuffled.entries()) {
        await ingest(server, box.serial, 1, message);
        if (index === rollUpAfter) await rollAllUp();
      }
      await expectRows(aero, all);
      // The answer is the same with dirty days as with clean ones.
      await expectCurves(aero, all);
      await rollAllUp();
      await expectCurves(aero, all);
      await expectRollups(aero);
    }),
    { numRuns: 25 },
  );
});

async function expectRows(aero: number, all: readonly Sent[]): Promise<void> {
  const rows = await server.db
    .selectFrom('measures')
    .where('aero_id', '=', aero)
    .selectAll()
    .orderBy('time')
    .execute();
  expect(
    rows.map((row) => ({ at: row.time.getTime() / 1000, temperature: row.temperature, stroke: row.stroke })),
  ).toEqual(all.toSorted((a, b) => a.at - b.at));
}

async function expectBuckets(aero: number, all: readonly Sent[], width: number): Promise<void> {
  // Ends in the middle of hours, quarters and days.
  const span = { from: (START + 5000) * 1000, to: (START + 3 * DAY + 70_001) * 1000 };
  const source = width % 86_400 === 0 ? 'days' : width % 21_600 === 0 ? 'quarters' : 'raw';
  const metrics = ['temperature', 'stroke'] as const;
  const found = await bucketColumns(server.db, { aeros: [aero], metrics, span }, width, source);
  const got: Columns = found.get(aero) ?? { aero, time: [], count: [], metrics: {} };
  const within = all.filter((one) => one.at * 1000 >= span.from && one.at * 1000 < span.to);
  const wanted = [...Map.groupBy(within, (one) => Math.floor(one.at / width) * width)].sort(
    ([a], [b]) => a - b,
  );
  expect(got.time).toEqual(wanted.map(([at]) => at * 1000));
  expect(got.count).toEqual(wanted.map(([, ones]) => ones.length));
  for (const metric of metrics)
    for (const [index, [, ones]] of wanted.entries()) {
      const values = ones.flatMap((one) => one[metric] ?? []);
      expectBand(got.metrics[metric], index, values);
    }
}

function expectBand(band: Columns['metrics']['stroke'], index: number, values: readonly number[]): void {
  expect(band?.min[index] ?? null).toBe(values.length === 0 ? null : Math.min(...values));
  expect(band?.max[index] ?? null).toBe(values.length === 0 ? null : Math.max(...values));
  if (values.length > 0)
    expect(band?.mean[index]).toBeCloseTo(values.reduce((sum, v) => sum + v, 0) / values.length, 2);
}

/** Compares the stored rollups, row by row, with a recount in SQL. */
async function expectRollups(aero: number): Promise<void> {
  const recount = (bin: string) =>
    sql.raw<Record<string, unknown>>(
      `select ${bin} as cell, count(*)::int as count, ${METRIC_KEYS.map(
        (m) =>
          `count(${m})::int as ${m}_n, min(${m}) as ${m}_min, max(${m}) as ${m}_max, round(sum(${m}::float8)::numeric, 4) as ${m}_sum`,
      ).join(', ')} from measures where aero_id = ${aero} group by 1 order by 1`,
    );
  const stored = (table: string, cell: string) =>
    sql.raw<Record<string, unknown>>(
      `select ${cell} as cell, count, ${METRIC_KEYS.map(
        (m) => `${m}_n, ${m}_min, ${m}_max, round(${m}_sum::numeric, 4) as ${m}_sum`,
      ).join(', ')} from ${table} where aero_id = ${aero} order by 1`,
    );
  const days = await recount(`(time at time zone 'UTC')::date`).execute(server.db);
  expect((await stored('measure_days', 'day').execute(server.db)).rows).toEqual(days.rows);
  const quarters = await recount(`date_bin('6 hours', time, timestamptz 'epoch')`).execute(server.db);
  expect((await stored('measure_quarters', 'time').execute(server.db)).rows).toEqual(quarters.rows);
}

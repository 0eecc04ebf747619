import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { measuresOf } from '../../diagnostics/store-measures.ts';
import { storedRows } from '../import/store-import.ts';
import { measuresModule } from '../index.ts';
import { strokesByTemperature } from '../series/store-expected.ts';
import { rollUp } from '../series/store-rollups.ts';
import { countPoints, loadPoints } from '../store-points.ts';
import { ingest } from '../testing.ts';
import { packAero } from './packing.ts';

// Without the worker, so that nothing is rolled up or packed in the background.
const server = await testServer({ modules: [measuresModule], env: { ROLES: 'web' } });

const DAY = 86_400;
const START = Date.UTC(2026, 2, 27) / 1000;
/** Everything that is old enough, however recently it arrived. */
const now = () => ({ closed: new Date(), quiet: new Date(Date.now() + 60_000) });

const measure = fc.record({
  // Regular, nearly regular and irregular times.
  at: fc.oneof(
    fc.integer({ min: 0, max: 4 * 144 - 1 }).map((step) => START + step * 600),
    fc.integer({ min: 0, max: 4 * 144 - 1 }).map((step) => START + step * 600 + (step % 7)),
    fc.integer({ min: START, max: START + 4 * DAY - 1 }),
  ),
  temperature: fc.option(
    fc.integer({ min: -300, max: 600 }).map((tenths) => tenths / 10),
    { nil: null },
  ),
  stroke: fc.option(
    fc.double({ min: 1, max: 4000, noNaN: true }).map((value) => Math.fround(value)),
    { nil: null },
  ),
});
const stream = fc.uniqueArray(measure, { selector: (one) => one.at, minLength: 1, maxLength: 60 });
/** The stream in messages that may repeat each other, in any order, with the workers running in between. */
const plan = stream.chain((all) =>
  fc.array(
    fc.record({
      sent: fc.shuffledSubarray(all, { minLength: 1, maxLength: Math.ceil(all.length / 3) }),
      work: fc.constantFrom('none', 'roll up', 'pack', 'pack'),
    }),
    { minLength: 2, maxLength: 6 },
  ),
);
/**
 * Four days in three messages, packed after each, so that every later message opens days again, whatever the
 * random order.
 */
const spread = (first: number) =>
  Array.from({ length: 20 }, (_, step) => ({
    at: START + first + step * 17_100,
    temperature: step - 5,
    stroke: 500 + step,
  }));
const opensDays = [0, 600, 1201].map((first) => ({ sent: spread(first), work: 'pack' as const }));

it('packing at any moments leaves measures, counts, rollups and curves as they are without it', async () => {
  let packs = 0;
  let opened = 0;
  await fc.assert(
    fc.asyncProperty(plan, async (turns) => {
      const packed = await server.createBox();
      const plain = await server.createBox();
      const [mine = 0] = packed.aeroIds;
      const [theirs = 0] = plain.aeroIds;
      const same = async () =>
        expect(await everything(mine, packed.id)).toEqual(await everything(theirs, plain.id));
      let received = new Map<number, number>();
      for (const turn of turns) {
        const before = await daysPacked(mine);
        await ingest(server, packed.serial, 1, turn.sent);
        await ingest(server, plain.serial, 1, turn.sent);
        opened += before - (await daysPacked(mine));
        received = await keepsReceived(mine, received);
        // Nothing judges here.
        await sql`delete from aero_due`.execute(server.db);
        if (turn.work !== 'none') while ((await rollUp(server.db, 3)) > 0);
        if (turn.work === 'pack') packs += await packAero(server.db, mine, now());
        await same();
      }
      while ((await rollUp(server.db, 3)) > 0);
      await packAero(server.db, mine, now());
      expect(await rowsLeft(mine)).toBe(0);
      await same();
      await keepsReceived(mine, received);
    }),
    { numRuns: 8, examples: [[opensDays]] },
  );
  // Otherwise nothing was tested.
  expect(packs).toBeGreaterThanOrEqual(12);
  expect(opened).toBeGreaterThanOrEqual(8);
});

const CUT = `from=${new Date((START + 5000) * 1000).toISOString()}&to=${new Date((START + 3 * DAY + 70_001) * 1000).toISOString()}`;

async function ask(path: string) {
  const { status, body, text } = await server.admin.api.get(path);
  expect(status, text).toBe(200);
  return body;
}

/** All queries about the measures of an AERO, without its identification. */
const everything = async (aero: number, box: number): Promise<unknown> => ({
  curves: await curvesOf(aero),
  lists: await listsOf(aero),
  counts: await countsOf(aero, box),
  exported: (await server.admin.api.get(`/measures/export/?aero=${aero}`)).text.replaceAll(/BOX-\w+/g, 'BOX'),
  ...(await readings(aero)),
  rollups: await rollupsOf(aero),
});

async function curvesOf(aero: number): Promise<unknown[]> {
  const curves = [];
  for (const more of [
    '',
    '&points=2',
    '&every=raw',
    '&every=600',
    '&every=21600',
    '&every=86400',
    `&every=43200&${CUT}`,
    '&expected=true',
  ])
    curves.push({ ...(await ask(`/measures/series/?aero=${aero}${more}`)).series[0], aero: 0 });
  return curves;
}

/** Pages of the list, each with the following page. */
async function listsOf(aero: number): Promise<unknown[]> {
  const lists = [];
  for (const more of [
    'ordering=date&page_size=7',
    'ordering=-date&page_size=7&page=2',
    `ordering=-date&page_size=30&${CUT}`,
  ]) {
    const { count, results, next } = await ask(`/measures/?aero=${aero}&${more}`);
    const rest = next === null ? [] : (await ask(next.slice(next.indexOf('/api') + 4))).results;
    lists.push({
      count,
      rows: [...results, ...rest].map((row: object) => ({ ...row, aero: 0, received_at: '' })),
    });
  }
  return lists;
}

async function countsOf(aero: number, box: number): Promise<unknown[]> {
  const counts = [];
  for (const which of [`aero=${aero}`, `box=${box}`, `aero=${aero}&${CUT}`, `box=${box}&${CUT}`])
    counts.push((await ask(`/measures/boxes/count/?${which}`)).by_day);
  return counts;
}

/** The data that alerts, diagnoses, imports and the expected stroke read. */
async function readings(aero: number): Promise<object> {
  const whole = { from: START * 1000, to: (START + 4 * DAY) * 1000 };
  const span = { aero, after: whole.from - 1, until: whole.to - DAY * 500 };
  return {
    points: (await loadPoints(server.db, [span], ['stroke', 'temperature'])).get(aero),
    counted: await countPoints(server.db, [span], 20),
    recent: (await measuresOf(server.db, [aero], whole.from, whole.to)).get(aero),
    known: (
      await storedRows(
        server.db,
        Array.from({ length: 100 }, (_, step) => ({ aero, time: (START + step * 3000) * 1000, values: [] })),
      )
    ).length,
    strokes: (await strokesByTemperature(server.db, [aero], whole))(aero),
  };
}

async function rollupsOf(aero: number): Promise<unknown[]> {
  const days = await sql<
    Record<string, unknown>
  >`select * from measure_days where aero_id = ${aero} order by day`.execute(server.db);
  const quarters = await sql<
    Record<string, unknown>
  >`select * from measure_quarters where aero_id = ${aero} order by time`.execute(server.db);
  return [...days.rows, ...quarters.rows].map((row) => ({ ...row, aero_id: 0 }));
}

/** The time a measure was received never changes. */
async function keepsReceived(aero: number, before: Map<number, number>): Promise<Map<number, number>> {
  const { rows } = await sql<{ time: Date; us: number }>`
    select time, (date_part('epoch', received_at) * 1000000)::int8 as us from measures_between(${aero}, '-infinity', 'infinity')`.execute(
    server.db,
  );
  const found = new Map(rows.map((row) => [row.time.getTime(), row.us]));
  expect(found.size).toBe(rows.length);
  for (const [time, us] of before) expect(found.get(time)).toBe(us);
  return found;
}

async function daysPacked(aero: number): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from measure_packs where aero_id = ${aero}`.execute(server.db);
  return rows[0]?.n ?? 0;
}

async function rowsLeft(aero: number): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from measures where aero_id = ${aero}`.execute(server.db);
  return rows[0]?.n ?? 0;
}

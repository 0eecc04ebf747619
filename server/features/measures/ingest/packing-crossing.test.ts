import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { packAero } from '../packing/packing.ts';
import { rollUp } from '../series/store-rollups.ts';
import { ingestBatch } from './ingest-batch.ts';
import { readUplink } from './read/read-uplink.ts';

const server = await testServer({ modules: [] });

const STEP = 600;
const PER_MESSAGE = 12;
const MESSAGES = 36;
const START = Date.UTC(2026, 4, 1) / 1000;
/** Measures per AERO. */
const EACH = MESSAGES * PER_MESSAGE;

/** Each value of a box once: message `number` holds twelve measures, which their strokes identify. */
function readMessages(serials: readonly string[], number: number) {
  return serials.map((serial) => {
    const part = {
      aero: 1,
      t0: START + number * PER_MESSAGE * STEP,
      dt: Array.from({ length: PER_MESSAGE }, (_, i) => (i === 0 ? 0 : STEP)),
      stroke: Array.from({ length: PER_MESSAGE }, (_, i) => number + i / 2),
    };
    const payload = Buffer.from(JSON.stringify({ v: 1, aeros: [part] }));
    return readUplink({ serial, topic: `boxes/${serial}/measures`, payload }, new Map(), Date.now());
  });
}

it('old measures stored while their days are packed: nothing lost, nothing doubled, at any moment', async () => {
  const boxes = [await server.createBox(), await server.createBox(), await server.createBox()];
  const aeros = boxes.flatMap((box) => box.aeroIds.slice(0, 1));
  let done = false;
  let packed = 0;
  let looks = 0;
  let stored = 0;
  const settled: unknown[] = [];
  /** Keeps packing and checking in step with storing, because otherwise nothing would conflict. */
  const abreast = async () => {
    stored += 1;
    while (!done && Math.min(packed, looks) < stored / 12) await new Promise((go) => setTimeout(go, 2));
  };
  const store = async (numbers: readonly number[], backwards: boolean) => {
    for (const number of numbers) {
      const reads = readMessages(
        boxes.map(({ serial }) => serial),
        number,
      );
      const mine = backwards ? reads.toReversed() : reads;
      await ingestBatch(server.parts, mine, (_read, error) => settled.push(error ?? 'done'));
      await abreast();
    }
  };
  const isDone = () => done;
  const pack = () =>
    packUntil(isDone, aeros, (days) => {
      packed += days;
    });
  const watch = () =>
    watchUntil(isDone, aeros, () => {
      looks += 1;
    });
  const numbers = Array.from({ length: MESSAGES }, (_, i) => i);
  const mixed = numbers.toSorted((a, b) => ((a * 17) % MESSAGES) - ((b * 17) % MESSAGES));
  const background = Promise.all([pack(), pack(), watch()]).finally(() => {
    done = true;
  });
  try {
    // Two processes with the same messages in another order, and again when all is packed.
    await Promise.all([store(mixed, false), store(mixed.toReversed(), true)]);
    await store(numbers, false);
  } finally {
    done = true;
  }
  await background;
  expect(new Set(settled)).toEqual(new Set(['done']));
  expect(packed).toBeGreaterThan(5);
  expect(looks).toBeGreaterThan(5);

  expect(await everything(aeros)).toEqual({ count: EACH * 3, times: EACH * 3 });
  while ((await rollUp(server.db)) > 0);
  for (const [index, box] of boxes.entries()) {
    const aero = aeros[index] ?? 0;
    await expectValues(aero);
    await expectCounts(aero, box.id);
  }
});

async function packUntil(
  isDone: () => boolean,
  aeros: readonly number[],
  onPacked: (days: number) => void,
): Promise<void> {
  while (!isDone()) {
    while ((await rollUp(server.db, 5)) > 0);
    await sql`delete from aero_due`.execute(server.db);
    for (const aero of aeros)
      onPacked(await packAero(server.db, aero, { closed: new Date(), quiet: new Date(Date.now() + 60_000) }));
  }
}

/** Never fewer measures than before, and none twice. */
async function watchUntil(
  isDone: () => boolean,
  aeros: readonly number[],
  onLook: () => void,
): Promise<void> {
  let most = 0;
  while (!isDone()) {
    const { count, times } = await everything(aeros);
    expect(times).toBe(count);
    expect(count).toBeGreaterThanOrEqual(most);
    most = count;
    onLook();
  }
}

async function expectValues(aero: number): Promise<void> {
  const { rows } = await sql<{ at: number; stroke: number }>`
    select date_part('epoch', time) as at, stroke from measures_between(${aero}, '-infinity', 'infinity') order by 1`.execute(
    server.db,
  );
  expect(rows).toEqual(
    Array.from({ length: EACH }, (_, i) => ({
      at: START + i * STEP,
      stroke: Math.floor(i / PER_MESSAGE) + (i % PER_MESSAGE) / 2,
    })),
  );
}

/** Days, rollups and the ledger count each measure once, although it was sent three times. */
async function expectCounts(aero: number, box: number): Promise<void> {
  const { rows } = await sql<{ counted: number; rolled: number; quarters: number }>`
    select (select sum(count) from box_day_counts where box_id = ${box})::int as counted,
      (select sum(count) from measure_days where aero_id = ${aero})::int as rolled,
      (select sum(count) from measure_quarters where aero_id = ${aero})::int as quarters`.execute(server.db);
  expect(rows).toEqual([{ counted: EACH, rolled: EACH, quarters: EACH }]);
  const ledger = await server.db
    .selectFrom('box_ledgers')
    .where('box_id', '=', box)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(ledger).toMatchObject({ received: EACH * 3, stored: EACH, duplicates: EACH * 2, conflicts: 0 });
}

async function everything(aeros: readonly number[]): Promise<{ count: number; times: number }> {
  const { rows } = await sql<{ count: number; times: number }>`
    select count(*)::int as count, count(distinct (m.aero_id, m.time))::int as times
    from unnest(${aeros}::int[]) as a (id) cross join lateral measures_between(a.id, '-infinity', 'infinity') as m`.execute(
    server.db,
  );
  return rows[0] ?? { count: 0, times: 0 };
}

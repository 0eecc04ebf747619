/** Compares the database with what was acknowledged to boxes. */
import { rollUp } from '@aerowatch/server/features/measures/series/store-rollups';
import type { Db } from '@aerowatch/server/platform/database/db';
import { sql } from 'kysely';
import { MEASURES, PER_MESSAGE } from '../lib/batches.ts';
import { FIRST, type Flock } from './flock.ts';

const STEP = 600;
/** Rows and packs of every AERO. */
const ALL = sql.raw(`(select m.* from aeros as a
  cross join lateral measures_between(a.id, '-infinity', 'infinity') as m) as stored`);

export interface Check {
  readonly acknowledged: number;
  readonly found: number;
  readonly lost: number;
  /** Stored more than once, according to rows, ledgers or counts by day. */
  readonly doubled: number;
  readonly neverSent: number;
  /** AERO-days whose rollup differs from a recount. */
  readonly rollupsWrong: number;
}

/** Checks every acknowledged (AERO, time). Processes dirty days first when no worker is left to do so. */
export async function checkStored(db: Db, flock: Flock): Promise<Check> {
  while ((await rollUp(db)) > 0);
  const { rows } = await sql<{ aero: number; batch: number; count: number; times: number }>`
    select aero_id as aero, floor((extract(epoch from time) - ${FIRST}::float8) / ${STEP * MEASURES}::float8)::int as batch,
      count(*)::int as count, count(distinct time)::int as times
    from ${ALL} group by 1, 2`.execute(db);
  const stored = new Map(rows.map((row) => [`${row.aero}/${row.batch}`, row]));
  const owner = new Map(flock.boxes.flatMap((box, index) => box.aeros.map((aero) => [aero, index] as const)));
  let lost = 0;
  let acknowledged = 0;
  for (const [index, box] of flock.boxes.entries())
    for (const batch of flock.acked[index]!) {
      acknowledged += PER_MESSAGE;
      for (const aero of box.aeros) lost += MEASURES - (stored.get(`${aero}/${batch}`)?.times ?? 0);
    }
  let neverSent = 0;
  let twice = 0;
  for (const row of rows) {
    twice += row.count - row.times;
    const index = owner.get(row.aero);
    if (index === undefined || row.batch < 0 || row.batch >= flock.sent[index]!) neverSent += row.count;
  }
  const found = rows.reduce((sum, row) => sum + row.count, 0);
  const { rows: kept } = await sql<{ ledgers: number; days: number; unequal: number }>`
    select (select coalesce(sum(stored), 0) from box_ledgers)::int as ledgers, (select coalesce(sum(count), 0) from box_day_counts)::int as days,
      (select count(*) from box_ledgers where received <> stored + merged + duplicates + set_aside)::int as unequal`.execute(
    db,
  );
  const { ledgers, days, unequal } = kept[0]!;
  return {
    acknowledged,
    found,
    lost,
    doubled: twice + Math.abs(ledgers - found) + Math.abs(days - found) + unequal,
    neverSent,
    rollupsWrong: await wrongRollups(db),
  };
}

async function wrongRollups(db: Db): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    with recount as (
      select aero_id, (time at time zone 'UTC')::date as day, count(*)::int as count, count(stroke)::int as n,
        min(stroke) as low, max(stroke) as high, sum(stroke::float8) as total from ${ALL} group by 1, 2),
    quarters as (
      select aero_id, (time at time zone 'UTC')::date as day, sum(count)::int as count, sum(stroke_n)::int as n,
        min(stroke_min) as low, max(stroke_max) as high, sum(stroke_sum) as total from measure_quarters group by 1, 2),
    days as (select aero_id, day, count, stroke_n as n, stroke_min as low, stroke_max as high, stroke_sum as total from measure_days)
    select (select count(*) from (
      (select * from recount except select * from days) union all (select * from days except select * from recount)
      union all (select * from recount except select * from quarters) union all (select * from quarters except select * from recount)) d)::int as wrong`.execute(
    db,
  );
  return rows[0]!.wrong;
}

/** Bytes kept of a box's unusable messages. */
export async function asideBytes(db: Db, box: number): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(length(payload) + coalesce(octet_length(detail), 0)), 0) as bytes from set_aside where box_id = ${box}`.execute(
    db,
  );
  return Number(rows[0]?.bytes ?? 0);
}

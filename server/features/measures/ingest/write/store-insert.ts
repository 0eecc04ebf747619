import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import type { Trx } from '../../../../platform/database/db.ts';
import { numberArray, realArray } from './columns.ts';
import type { Row } from './sort-measures.ts';
import { openPacks } from './store-packs.ts';

/** New measures of one AERO and day (UTC); first and last in ms. */
export interface InsertedDay {
  aero: number;
  day: string;
  count: number;
  first: number;
  last: number;
}

/** The result of storing rows. */
export interface InsertResult {
  days: InsertedDay[];
  /** Rows whose AERO and time were already stored. */
  known: Row[];
}

const columns = sql.raw(METRIC_KEYS.join(', '));
const updates = sql.raw(METRIC_KEYS.map((metric) => `${metric} = excluded.${metric}`).join(', '));
export const unnestRows = (rows: readonly Row[]) => sql`
  select aero_id, to_timestamp(ms / 1000.0::float8) as time, ${columns}
  from unnest(${numberArray(rows.map((row) => row.aero))}::int[], ${numberArray(rows.map((row) => row.time))}::bigint[], ${sql.join(
    METRIC_KEYS.map((_, index) => sql`${realArray(rows.map((row) => row.values[index] ?? null))}::real[]`),
  )}) as sent (aero_id, ms, ${columns})`;

/**
 * Stores rows that do not exist yet, and in the same statement updates what depends on them: latest measure,
 * days whose rollups are now outdated, counts per box and day, and, when `live`, AEROs due for judging. Rows
 * are written in order of AERO and time, which keeps the index local.
 * Rows newer than the newest of their AERO cannot exist yet and are inserted without ON CONFLICT, which costs
 * a third less. If another process stores the same at the same moment this fails on the primary key, and the
 * caller retries with `careful`. Packed days that they belong to become rows first.
 */
export async function insertMeasures(
  trx: Trx,
  sent: readonly Row[],
  boxOfAero: ReadonlyMap<number, number>,
  { live, careful }: { live: boolean; careful: boolean },
): Promise<InsertResult> {
  const { left: rows, there } = await openPacks(trx, sent);
  const known = [...there];
  if (rows.length === 0) return { days: [], known };
  const sorted = rows.toSorted((a, b) => a.aero - b.aero || a.time - b.time);
  const aeros = [...boxOfAero.keys()];
  const due = live
    ? sql`, due as (insert into aero_due (aero_id, from_time) select aero_id, min(first) from days group by aero_id order by aero_id)`
    : sql``;
  const result = await sql<InsertedDay & { at: number | null }>`
    with input as materialized (${unnestRows(sorted)} where (select storing_measures())),
    ${careful ? carefully : quickly},
    days as materialized (
      select aero_id, (time at time zone 'UTC')::date as day, count(*)::int as count, min(time) as first, max(time) as last
      from stored group by 1, 2 order by 1, 2),
    newest as (
      insert into measure_latest (aero_id, time, received_at, ${columns})
      select aero_id, time, now(), ${columns} from input
      where (aero_id, time) in (select aero_id, max(last) from days group by aero_id) order by aero_id
      on conflict (aero_id) do update set time = excluded.time, received_at = excluded.received_at, ${updates}
      where excluded.time > measure_latest.time),
    dirty as (insert into measure_dirty_days (aero_id, day) select aero_id, day from days),
    counted as (
      insert into box_day_counts (box_id, day, count)
      select owner.box_id, days.day, sum(days.count)
      from days join unnest(${numberArray(aeros)}::int[], ${numberArray(boxOfAero.values())}::int[]) as owner (aero_id, box_id) using (aero_id)
      group by 1, 2 order by 1, 2
      on conflict (box_id, day) do update set count = box_day_counts.count + excluded.count)
    ${due}
    select aero_id as aero, day, count,
      (extract(epoch from first) * 1000)::float8 as first, (extract(epoch from last) * 1000)::float8 as last, null::float8 as at
    from days
    union all
    select aero_id, null, null, null, null, (extract(epoch from time) * 1000)::float8 from missed`.execute(
    trx,
  );
  const days = result.rows.filter((row) => row.at === null);
  if (days.length < result.rows.length) {
    const missed = new Set(result.rows.map((row) => (row.at === null ? '' : `${row.aero}:${row.at}`)));
    for (const row of rows) if (missed.has(`${row.aero}:${row.time}`)) known.push(row);
  }
  return { days, known };
}

const insertFrom = (source: string) => sql`
  insert into measures (aero_id, time, received_at, ${columns}) select aero_id, time, now(), ${columns} from ${sql.raw(source)}`;
const missing = (input: string, stored: string) =>
  sql.raw(
    `select sent.aero_id, sent.time from ${input} sent left join ${stored} done on done.aero_id = sent.aero_id and done.time = sent.time where done.time is null`,
  );
const carefully = sql`stored as (${insertFrom('input')} on conflict do nothing returning aero_id, time),
    missed as (${missing('input', 'stored')})`;
const quickly = sql`
    newer as materialized (
      select input.* from input left join measure_latest latest using (aero_id)
      where latest.time is null or input.time > latest.time),
    older as materialized (
      select input.* from input join measure_latest latest using (aero_id) where input.time <= latest.time),
    stored_newer as (${insertFrom('newer')} returning aero_id, time),
    stored_older as (${insertFrom('older')} on conflict do nothing returning aero_id, time),
    stored as (select * from stored_newer union all select * from stored_older),
    missed as (${missing('older', 'stored_older')})`;

import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { numberArray, realArray, textArray } from '../ingest/write/columns.ts';
import type { Row } from '../ingest/write/sort-measures.ts';
import { openPacks } from '../ingest/write/store-packs.ts';

/** A measure of a file; with times also as text, to the microsecond. */
export interface RestoredRow extends Row {
  readonly at: string;
  readonly received: string;
}

/** Restores measures unchanged, and returns how many were missing. */
export function storeRestored(db: Db, rows: readonly RestoredRow[]): Promise<number> {
  return transaction(db, async (trx) => {
    const { left } = await openPacks(trx, rows);
    if (left.length === 0) return 0;
    const values = METRIC_KEYS.map(
      (_, index) => sql`${realArray(left.map((row) => row.values[index] ?? null))}::real[]`,
    );
    const { rows: stored } = await sql<{ count: number }>`
      with stored as (
        insert into measures (aero_id, time, received_at, ${sql.raw(METRIC_KEYS.join(', '))})
        select * from unnest(${numberArray(left.map((row) => row.aero))}::int[], ${textArray(left.map((row) => row.at))}::timestamptz[],
          ${textArray(left.map((row) => row.received))}::timestamptz[], ${sql.join(values)}) as restored (aero_id, time)
        order by aero_id, time on conflict do nothing returning aero_id, time),
      dirty as (
        insert into measure_dirty_days (aero_id, day)
        select distinct aero_id, (time at time zone 'UTC')::date from stored order by 1, 2)
      select count(*)::int as count from stored`.execute(trx);
    return stored[0]?.count ?? 0;
  });
}

/**
 * Records that a file is restored: months of AEROs without another known file count as never archived, and
 * their rollups are made again from all measures, including late ones.
 */
export function noteRestored(
  db: Db,
  aeros: readonly number[],
  { month, file }: { readonly month: Date; readonly file: string },
): Promise<void> {
  const first = sql`(${month}::timestamptz at time zone 'UTC')::date`;
  const next = sql`(${first} + interval '1 month')::date`;
  const since = (day: typeof first) => sql`${day}::timestamp at time zone 'UTC'`;
  const ids = sql`${numberArray(aeros)}::int[]`;
  return transaction(db, async (trx) => {
    // For archives from before files were recorded: all are restored when there are as many measures as the
    // rollups count.
    const { rows } = await sql<{ aero_id: number }>`
      delete from measure_archived_months a where aero_id = any(${ids}) and month = ${first}
        and (file = decode(${file}, 'hex') or file = '' and
          (select coalesce(sum(count), 0) from days_between(a.aero_id, ${first}, ${next}))
            <= (select count(*) from measures_between(a.aero_id, ${since(first)}, ${since(next)})))
      returning aero_id`.execute(trx);
    await sql`
      insert into measure_dirty_days (aero_id, day)
      select distinct whole.aero_id, (m.time at time zone 'UTC')::date
      from (select distinct unnest(${numberArray(rows.map((row) => row.aero_id))}::int[]) as aero_id) as whole
        cross join lateral measures_between(whole.aero_id, ${since(first)}, ${since(next)}) as m
      where not exists (select from measure_archived_months a where a.aero_id = whole.aero_id and a.month = ${first})
      order by 1, 2`.execute(trx);
  });
}

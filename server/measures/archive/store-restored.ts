import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import { type Db, transaction } from '../../platform/database/db.ts';
import { numberArray, realArray, textArray } from '../ingest/columns.ts';
import type { Row } from '../ingest/sort-out.ts';
import { openPacks } from '../ingest/store-packs.ts';

/** A measure of a file; times also as they are written, to the microsecond. */
export interface RestoredRow extends Row {
  readonly at: string;
  readonly received: string;
}

/** Puts measures back as they were, and answers how many were not there already. */
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

/** Whole months of AEROs that are back count as never archived, from the newest on: curves are drawn from rows again. */
export async function noteRestored(db: Db, aeros: readonly number[], month: Date): Promise<void> {
  const day = (months: number) =>
    sql`((${month}::timestamptz at time zone 'UTC') + make_interval(months => ${sql.lit(months)}))::date`;
  await sql`
    update measure_archived a set until = ${day(0)} where aero_id = any(${numberArray(aeros)}::int[]) and until = ${day(1)}
      and (select coalesce(sum(count), 0) from days_between(a.aero_id, ${day(0)}, ${day(1)}))
        <= (select count(*) from measures_between(a.aero_id, ${day(0)}::timestamp at time zone 'UTC', ${day(1)}::timestamp at time zone 'UTC'))`.execute(
    db,
  );
  await sql`delete from measure_archived where until <= first and aero_id = any(${numberArray(aeros)}::int[])`.execute(
    db,
  );
}

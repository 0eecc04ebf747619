import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';

export interface OldDay {
  readonly aero_id: number;
  readonly day: string;
  readonly leads: Buffer;
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * Removes and returns days before a date, the oldest first, of a few hundred AEROs at a time. Acts for the
 * server itself.
 */
export async function takeOldDays(trx: Trx, before: string): Promise<OldDay[]> {
  const { rows } = await sql<OldDay>`
    with chosen as (select distinct aero_id from (select aero_id from forecast_days where day < ${before}::date order by day limit 5000) old),
    gone as (delete from forecast_days f using chosen where f.aero_id = chosen.aero_id and f.day < ${before}::date returning f.*)
    select aero_id, day, leads, low, high from gone order by aero_id, day`.execute(trx);
  return rows;
}

/** Adds packed days to their months. Acts for the server itself. */
export async function appendMonths(
  trx: Trx,
  rows: readonly { readonly aero: number; readonly month: string; readonly packed: Buffer }[],
): Promise<void> {
  await sql`insert into forecast_months (aero_id, month, packed)
    select * from unnest(${rows.map(({ aero }) => aero)}::int[], ${rows.map(({ month }) => month)}::date[], ${rows.map(({ packed }) => packed)}::bytea[])
    on conflict (aero_id, month) do update set packed = forecast_months.packed || excluded.packed`.execute(
    trx,
  );
}

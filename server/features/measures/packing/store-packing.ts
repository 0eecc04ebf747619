import { DAY } from '@aerowatch/domain/durations';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import { PREPARED_HINT } from '../../../platform/database/connection/prepared-statements.ts';
import { type Db, type Trx, transaction } from '../../../platform/database/db.ts';
import { bucketOf, PACKED_AFTER_DAYS, unpack } from '../ingest/write/store-packs.ts';

/** Days of an AERO packed in one transaction. */
const DAYS_A_TURN = 32;

/** What may be packed: days that ended by `closed`, without new measures since `quiet`. */
export interface PackingLimits {
  readonly closed: Date;
  readonly quiet: Date;
}

/** Closed a week ago; while a box sends its backlog of a year, its days must not be packed half-way. */
export function closedBy(now: number): PackingLimits {
  return { closed: new Date(now - PACKED_AFTER_DAYS * DAY), quiet: new Date(now - DAY) };
}

/** The next AEROs with rows of days that may be packed. */
export async function aerosToPack(
  db: Db,
  after: number,
  { closed }: PackingLimits,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from aeros where id > ${after}
      and exists (select from first_row(aeros.id) as f where f.time < date_trunc('day', ${closed}::timestamptz, 'UTC'))
    order by id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Packs closed days of an AERO, and returns their number. Days with pending rollups or judging are left for
 * later, and so are all days of an AERO into which somebody writes old measures now, or whose box is being
 * changed: the packer never waits for a lock, and so blocks nobody.
 */
export function packDays(db: Db, aero: number, what: PackingLimits): Promise<number> {
  return transaction(db, async (trx) => {
    if (!(await takes(trx, aero))) return 0;
    await mend(trx, aero);
    const { rows } = await sql<{ packed: number }>`${sql.raw(PREPARED_HINT)}
      with dirty as materialized (select day from measure_dirty_days where aero_id = ${aero}),
      due as materialized (select min(from_time) as since from aero_due where aero_id = ${aero}),
      days as materialized (
        select date_trunc('day', m.time, 'UTC') as day, count(*) as count from measures m
        where m.aero_id = ${aero} and m.time < date_trunc('day', ${what.closed}::timestamptz, 'UTC') group by 1
        having max(m.received_at) < ${what.quiet} and bool_and(m.time = date_trunc('milliseconds', m.time))),
      closed as materialized (
        select days.day, days.day + interval '24 hours' as next from days
        join measure_days r on r.aero_id = ${aero} and r.day = (days.day at time zone 'UTC')::date and r.count = days.count
        where not exists (select from dirty where dirty.day = r.day)
          and not exists (select from due where due.since < days.day + interval '24 hours')
        order by days.day limit ${DAYS_A_TURN}),
      gone as (
        delete from measures m using closed
        where m.aero_id = ${aero} and m.time >= closed.day and m.time < closed.next returning closed.day, m.*),
      placed as (
        select gone.*, (date_part('epoch', time - day) * 1000)::int as ms, row_number() over of_day - 1 as before,
          (date_part('epoch', time - lag(time) over of_day) * 1000)::int as gap
        from gone window of_day as (partition by day order by time)),
      steps as (
        select day, coalesce(percentile_disc(0.5) within group (order by gap), 0) as step from placed group by day),
      packed as (
        insert into measure_packs (aero_id, day, count, step, shifts, received_at, ${sql.raw(METRIC_KEYS.join(', '))})
        select ${aero}, day, count(*), step, array_agg((ms - before * step)::int order by ms), array_agg(received_at order by ms),
          ${sql.raw(METRIC_KEYS.map((m) => `case when count(${m}) > 0 then array_agg(${m} order by ms) end`).join(', '))}
        from placed join steps using (day) group by day, step returning day)
      select count(*)::int as packed from packed`.execute(trx);
    return rows[0]?.packed ?? 0;
  });
}

/** Takes the packing lock and locks the box, both only if nobody else holds them. */
export async function takes(trx: Trx, aero: number): Promise<boolean> {
  const lock = await sql<{ got: boolean }>`${sql.raw(PREPARED_HINT)}
    select pg_try_advisory_xact_lock(${bucketOf(sql`${aero}::int`)}) as got`.execute(trx);
  if (lock.rows[0]?.got !== true) return false;
  const box = await sql`${sql.raw(PREPARED_HINT)}
    select from boxes join aeros on aeros.box_id = boxes.id where aeros.id = ${aero} for key share of boxes skip locked`.execute(
    trx,
  );
  return box.rows.length > 0;
}

/** A day that is both packed and in rows can only come from outside the product: it is merged again. */
async function mend(trx: Trx, aero: number): Promise<void> {
  const { rows } = await sql<{ aero: number; day: number }>`${sql.raw(PREPARED_HINT)}
    select ${aero}::int as aero, date_part('epoch', p.day) * 1000 as day from measure_packs p where p.aero_id = ${aero}
      and exists (select from measures m where m.aero_id = ${aero} and m.time >= p.day and m.time < p.day + interval '24 hours')`.execute(
    trx,
  );
  if (rows.length === 0) return;
  await unpack(trx, rows);
  await sql`
    insert into measure_dirty_days (aero_id, day)
    select ${aero}, (to_timestamp(day) at time zone 'UTC')::date from unnest(${rows.map((row) => row.day / 1000)}::float8[]) as day`.execute(
    trx,
  );
}

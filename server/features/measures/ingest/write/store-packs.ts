import { DAY } from '@aerowatch/domain/durations';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../../platform/database/db.ts';
import { numberArray } from './columns.ts';
import type { Row } from './sort-measures.ts';

// Measures of closed days are packed, one row per AERO and day; docs/decisions/0043. Writers into a day that
// may be packed share a lock; the packer takes it exclusively, or leaves the AERO for later.

/** Days (UTC) are packed this long after their end. */
export const PACKED_AFTER_DAYS = 7;
/**
 * A measure older than this may belong to a packed day. Well below the above, because the clocks of the
 * storing process and of the database, which packs, may differ.
 */
const MAY_BE_PACKED_MS = 3 * DAY;
/** Namespace of the advisory locks, and their number: one lock per AERO would fill the lock table. */
const LOCKS = 73;
const BUCKETS = 256;
/** Namespace of the locks for unpacking. */
const OPENING = 74;

const columns = sql.raw(METRIC_KEYS.join(', '));
const arrays = sql.raw(METRIC_KEYS.map((metric) => `p.${metric}`).join(', '));
type Expression = RawBuilder<unknown>;

/** Time of the oldest measure of an AERO. */
export const firstTime = (aero: Expression): RawBuilder<Date | null> =>
  sql`(select first.time from first_measure(${aero}) as first)`;

/** Time of the newest measure of an AERO. */
export const lastTime = (aero: Expression): RawBuilder<Date | null> =>
  sql`(select last.time from last_measure(${aero}) as last)`;

/**
 * A time by which the first (or `descending` the last) `most` measures of a span have certainly ended, at the
 * end of a day or of the span, so that no more packs are opened than a page needs.
 */
export function enough(
  aero: Expression,
  { from, to }: { from: Expression; to: Expression },
  most: number | Expression,
  descending: boolean,
): Expression {
  return descending
    ? sql`greatest(${from}, (select f.day from day_of_last(${aero}, ${from}, ${to}, ${most}) as f))`
    : sql`least(${to}, (select f.day + interval '24 hours' from day_of_first(${aero}, ${from}, ${to}, ${most}) as f))`;
}

/** Number of the lock that an AERO shares with others. */
export const bucketOf = (aero: Expression): Expression =>
  sql`${sql.lit(LOCKS)}, ${aero} % ${sql.lit(BUCKETS)}`;

/** Measures that may belong to packed days. */
export function mayBePacked<R extends { readonly time: number }>(rows: readonly R[]): R[] {
  const edge = Date.now() - MAY_BE_PACKED_MS;
  return rows.filter((row) => row.time < edge);
}

/**
 * Makes room for measures that belong to packed days: such a day becomes rows again, unless the pack already
 * has measures of all these times. Returns the measures to be stored as usual, and those that exist. Until
 * the transaction ends nothing of these AEROs is packed.
 */
export async function openPacks<R extends Row>(
  trx: Trx,
  rows: readonly R[],
): Promise<{ left: readonly R[]; there: readonly R[] }> {
  const late = mayBePacked(rows);
  if (late.length === 0) return { left: rows, there: [] };
  await lockBuckets(trx, sql`pg_advisory_xact_lock_shared`, LOCKS, late);
  const ofDays = Map.groupBy(late, (row) => keyOf(row.aero, dayOf(row.time)));
  const packed = await timesOf(
    trx,
    [...ofDays.values()].flatMap(([row]) => (row === undefined ? [] : [row])),
  );
  const open: { aero: number; day: number }[] = [];
  const there = new Set<R>();
  for (const { aero, day, times } of packed) {
    const known = new Set(times);
    const ofDay = ofDays.get(keyOf(aero, day)) ?? [];
    if (ofDay.every((row) => known.has(row.time - day))) for (const row of ofDay) there.add(row);
    else open.push({ aero, day });
  }
  await unpack(trx, open);
  return { left: there.size === 0 ? rows : rows.filter((row) => !there.has(row)), there: [...there] };
}

export const dayOf = (ms: number) => Math.floor(ms / DAY) * DAY;
const keyOf = (aero: number, day: number) => `${aero}:${day}`;

/** Takes the locks of some AEROs, in a fixed order, until the transaction ends. */
async function lockBuckets(
  trx: Trx,
  lock: Expression,
  namespace: number,
  of: readonly { readonly aero: number }[],
): Promise<void> {
  const buckets = [...new Set(of.map(({ aero }) => aero % BUCKETS))].sort((a, b) => a - b);
  await sql`select ${lock}(${sql.lit(namespace)}, bucket) from unnest(${numberArray(buckets)}::int[]) as bucket`.execute(
    trx,
  );
}

/** The packs of the days of these rows, with their times in ms since the start of the day. */
async function timesOf(
  trx: Trx,
  rows: readonly Row[],
): Promise<{ aero: number; day: number; times: number[] }[]> {
  const found = await sql<{ aero: number; day: number; times: number[] }>`
    select p.aero_id as aero, date_part('epoch', p.day) * 1000 as day,
      array(select (u.shift + (u.position - 1) * p.step)::int from unnest(p.shifts) with ordinality as u (shift, position)) as times
    from unnest(${numberArray(rows.map((row) => row.aero))}::int[], ${numberArray(rows.map((row) => dayOf(row.time) / 1000))}::bigint[]) as wanted (aero_id, day)
    join measure_packs p on p.aero_id = wanted.aero_id and p.day = to_timestamp(wanted.day)`.execute(trx);
  return found.rows;
}

/**
 * Turns packs back into their rows. Transactions that unpack the same AERO are serialized by locks in a fixed
 * order. Row locks would also do, but not across shards.
 */
export async function unpack(trx: Trx, days: readonly { aero: number; day: number }[]): Promise<void> {
  if (days.length === 0) return;
  await lockBuckets(trx, sql`pg_advisory_xact_lock`, OPENING, days);
  await sql`
    with gone as (
      delete from measure_packs p
      using unnest(${numberArray(days.map((one) => one.aero))}::int[], ${numberArray(days.map((one) => one.day / 1000))}::bigint[]) as wanted (aero_id, day)
      where p.aero_id = wanted.aero_id and p.day = to_timestamp(wanted.day) returning p.*)
    insert into measures (aero_id, time, received_at, ${columns})
    select p.aero_id, p.day + (u.shift + (u.position - 1) * p.step) * interval '1 millisecond' as time, u.received_at, ${sql.raw(METRIC_KEYS.map((metric) => `u.${metric}`).join(', '))}
    from gone p cross join lateral unnest(p.shifts, p.received_at, ${arrays}) with ordinality as u (shift, received_at, ${columns}, position)
    order by 1, 2 on conflict do nothing`.execute(trx);
}

import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/database/db.ts';
import { askDiagnoses } from '../../../diagnostics/store-requests.ts';
import { numberArray, realArray } from './columns.ts';
import type { Row, Values } from './sort-measures.ts';
import { unnestRows } from './store-insert.ts';
import { dayOf, mayBePacked, unpack } from './store-packs.ts';

const keyOf = (aero: number, time: number) => `${aero}:${time}`;

/**
 * The stored values of AEROs and times that differ from the sent ones, or that were sent in several pieces.
 * Measures not returned are mere repetitions.
 */
export async function differing(db: Db, rows: readonly Row[]): Promise<Map<string, Values>> {
  if (rows.length === 0) return new Map();
  const stored = sql.raw(METRIC_KEYS.map((metric) => `stored.${metric}`).join(', '));
  const says = sql.raw(
    METRIC_KEYS.map((m) => `sent.${m} is not null and stored.${m} is distinct from sent.${m}`).join(' or '),
  );
  const several = rows.filter((row) => row.sent !== undefined);
  const found = await sql<{ aero: number; at: number; values: (number | null)[] }>`
    with sent as materialized (${unnestRows(rows)}),
    days as materialized (
      select aero_id, min(time) as first, max(time) as last from sent group by aero_id, date_trunc('day', time, 'UTC')),
    several as materialized (
      select aero_id, to_timestamp(ms / 1000.0::float8) as time
      from unnest(${numberArray(several.map((row) => row.aero))}::int[], ${numberArray(several.map((row) => row.time))}::bigint[]) as s (aero_id, ms))
    select sent.aero_id as aero, round(date_part('epoch', sent.time) * 1000) as at, array[${stored}] as values
    from days cross join lateral measures_between(days.aero_id, days.first, days.last + interval '1 millisecond') as stored
    join sent on sent.aero_id = stored.aero_id and sent.time = stored.time
    where ${says} or exists (select from several where several.aero_id = sent.aero_id and several.time = sent.time)`.execute(
    db,
  );
  return new Map(found.rows.map(({ aero, at, values }) => [keyOf(aero, at), values]));
}

/**
 * Serializes writers that fill rows of the same AERO, over all processes, because each must read what the
 * previous one stored. The row of the latest measure exists for every AERO with measures.
 */
export async function lockLatest(trx: Trx, rows: readonly Row[]): Promise<void> {
  const aeros = [...new Set(rows.map((row) => row.aero))];
  await sql`select from measure_latest where aero_id = any(${numberArray(aeros)}::int[]) order by aero_id for update`.execute(
    trx,
  );
}

const fills = sql.raw(
  METRIC_KEYS.map((metric) => `${metric} = coalesce(t.${metric}, f.${metric})`).join(', '),
);
const columns = sql.raw(METRIC_KEYS.join(', '));

/**
 * Fills existing rows with `values`, and updates what depends on them: latest measure, rollups, diagnoses
 * and, when `live`, judging.
 */
export async function fillMeasures(trx: Trx, rows: readonly Row[], live: boolean): Promise<void> {
  if (rows.length === 0) return;
  // Packs are not modified: the day becomes rows, and is packed again later.
  await unpack(
    trx,
    [...new Map(mayBePacked(rows).map((row) => [keyOf(row.aero, dayOf(row.time)), row])).values()].map(
      (row) => ({
        aero: row.aero,
        day: dayOf(row.time),
      }),
    ),
  );
  await sql`select storing_measures()`.execute(trx);
  const times = rows.map((row) => row.time);
  const mask = rows.map((row) =>
    row.values.reduce<number>((bits, value, i) => bits | (value === null ? 0 : 1 << i), 0),
  );
  const incoming = sql`unnest(${numberArray(rows.map((row) => row.aero))}::int[], ${numberArray(times)}::bigint[], ${numberArray(mask)}::int[], ${sql.join(
    METRIC_KEYS.map((_, index) => sql`${realArray(rows.map((row) => row.values[index] ?? null))}::real[]`),
  )}) as f (aero_id, ms, filled, ${columns})`;
  const at = sql`to_timestamp(f.ms / 1000.0::float8)`;
  const instant = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;
  // Bounds for the planner, so that only these few chunks of a partitioned table are read.
  await sql`update measures t set ${fills} from ${incoming}
    where t.aero_id = f.aero_id and t.time = ${at} and t.aero_id = any(${numberArray(new Set(rows.map((row) => row.aero)))}::int[])
      and t.time >= ${instant(times.reduce((a, b) => Math.min(a, b)))} and t.time <= ${instant(times.reduce((a, b) => Math.max(a, b)))}`.execute(
    trx,
  );
  await sql`update measure_latest t set ${fills} from ${incoming} where t.aero_id = f.aero_id and t.time = ${at}`.execute(
    trx,
  );
  // A judged datapoint is judged again only if it is the newest judged one: alerting's own rule.
  const due = live
    ? sql`, due as (
      insert into aero_due (aero_id, from_time, filled)
      select f.aero_id, f.time, f.filled from f left join aero_judging j on j.aero_id = f.aero_id
      where f.time >= j.judged_until or j.judged_until is null order by f.aero_id, f.time)`
    : sql``;
  const diagnosed = await sql<{ aero_id: number }>`
    with f as materialized (select aero_id, ${at} as time, filled from ${incoming}),
    days as materialized (select distinct aero_id, (time at time zone 'UTC')::date as day from f),
    dirty as (insert into measure_dirty_days (aero_id, day) select aero_id, day from days order by 1, 2)
    ${due}
    select distinct aero_id from days join diagnostics d using (aero_id) where days.day < d.day`.execute(trx);
  await askDiagnoses(
    trx,
    diagnosed.rows.map((row) => row.aero_id),
  );
}

/** The boxes and positions of AEROs, to identify what is set aside. */
export async function placesOf(
  trx: Trx,
  aeros: readonly number[],
): Promise<Map<number, { boxId: number; clientId: number | null; serial: string; position: number }>> {
  const rows = await trx
    .selectFrom('aeros')
    .innerJoin('boxes', 'boxes.id', 'aeros.box_id')
    .where('aeros.id', 'in', [...aeros])
    .select([
      'aeros.id',
      'aeros.position',
      'boxes.id as boxId',
      'boxes.client_id as clientId',
      'boxes.serial_number',
    ])
    .execute();
  return new Map(
    rows.map(({ id, serial_number, ...row }) => [id, { ...row, serial: serial_number }] as const),
  );
}

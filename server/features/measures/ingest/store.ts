import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';
import { numberArray, realArray, textArray } from './columns.ts';
import type { KnownBox, Row } from './sort-out.ts';
import { openPacks } from './store-packs.ts';
import type { Uplink } from './uplink.ts';

// Ingest acts for the server itself: a box speaks for itself only, which its credentials proved.

/** Finds the boxes that messages came from: by what was proved, else by the serial number in the topic. */
export async function findBoxes(
  trx: Trx,
  uplinks: readonly Pick<Uplink, 'box' | 'serial'>[],
): Promise<(uplink: Pick<Uplink, 'box' | 'serial'>) => KnownBox | undefined> {
  const unproved = uplinks.filter(({ box }) => box === undefined).map(({ serial }) => serial);
  const named = unproved.length === 0 ? new Map<string, number>() : await boxesNamed(trx, unproved);
  const proved = uplinks.flatMap(({ box }) => box ?? []);
  const boxes = await boxesById(trx, [...new Set([...proved, ...named.values()])]);
  return ({ box, serial }) => boxes.get(box ?? named.get(serial) ?? 0);
}

export async function boxesById(trx: Trx, ids: readonly number[]): Promise<Map<number, KnownBox>> {
  const rows = await trx
    .selectFrom('boxes')
    .leftJoin('aeros', 'aeros.box_id', 'boxes.id')
    .where('boxes.id', '=', sql<number>`any(${numberArray(ids)}::int[])`)
    .select(['boxes.id', 'boxes.client_id', 'boxes.serial_number', 'aeros.id as aero', 'aeros.position'])
    .execute();
  const boxes = new Map<number, KnownBox & { aeros: Map<number, number> }>();
  for (const row of rows) {
    const known = boxes.get(row.id);
    const box = known ?? {
      id: row.id,
      clientId: row.client_id,
      serial: row.serial_number,
      aeros: new Map<number, number>(),
    };
    if (known === undefined) boxes.set(row.id, box);
    if (row.aero !== null && row.position !== null) box.aeros.set(row.position, row.aero);
  }
  return boxes;
}

/** What a broker of the operator still held when a box was renamed is the box's, so many minutes. */
const FORMER_MINUTES = 60;

/** Boxes by the serial number they have, or had until a moment ago. */
async function boxesNamed(trx: Trx, serials: readonly string[]): Promise<Map<string, number>> {
  const wanted = sql`any(${textArray(new Set(serials))}::text[])`;
  const { rows } = await sql<{ serial: string; box: number | null }>`
    select distinct on (serial) serial, box from (
      select serial_number as serial, id as box, 'infinity'::timestamptz as until from boxes where serial_number = ${wanted}
      union all
      select serial_number, box_id, until from former_serial_numbers
      where serial_number = ${wanted} and until > now() - make_interval(mins => ${FORMER_MINUTES})) as holder
    order by serial, until desc`.execute(trx);
  return new Map(rows.flatMap(({ serial, box }) => (box === null ? [] : [[serial, box] as const])));
}

/** Whose a serial number was at that time, or last before it; else who had it first. None: that box is deleted. */
export async function holderOf(trx: Trx, serial: string, at: Date): Promise<number | null> {
  const { rows } = await sql<{ box: number | null }>`
    select box from (
      select id as box, coalesce((select max(until) from former_serial_numbers f where f.box_id = boxes.id), created_at) as since
      from boxes where serial_number = ${serial}
      union all select box_id, since from former_serial_numbers where serial_number = ${serial}) as holder
    order by since <= ${at} desc, case when since <= ${at} then since end desc, since limit 1`.execute(trx);
  return rows[0]?.box ?? null;
}

/** What was new of one AERO and day (UTC); first and last in ms. */
export interface StoredDay {
  aero: number;
  day: string;
  count: number;
  first: number;
  last: number;
}

/** What storing rows came to. */
export interface Stored {
  days: StoredDay[];
  /** Rows whose AERO and time were stored already. */
  known: Row[];
}

const columns = sql.raw(METRIC_KEYS.join(', '));
const updates = sql.raw(METRIC_KEYS.map((metric) => `${metric} = excluded.${metric}`).join(', '));
export const unnested = (rows: readonly Row[]) => sql`
  select aero_id, to_timestamp(ms / 1000.0::float8) as time, ${columns}
  from unnest(${numberArray(rows.map((row) => row.aero))}::int[], ${numberArray(rows.map((row) => row.time))}::bigint[], ${sql.join(
    METRIC_KEYS.map((_, index) => sql`${realArray(rows.map((row) => row.values[index] ?? null))}::real[]`),
  )}) as sent (aero_id, ms, ${columns})`;

/**
 * Stores what is not there yet, and in the same statement what hangs on it: latest measure, days whose
 * rollups are now old, counts per box and day, and, when `live`, AEROs due for judging. Rows are written
 * in the order of AERO and time, which keeps the index local.
 *
 * Rows newer than the newest of their AERO cannot be there yet and go in without ON CONFLICT, which costs
 * a third less. When another process stores the same at the same moment that fails on the primary key:
 * the caller tries again with `careful`. Packed days they belong to become rows first.
 */
export async function storeRows(
  trx: Trx,
  sent: readonly Row[],
  boxOfAero: ReadonlyMap<number, number>,
  { live, careful }: { live: boolean; careful: boolean },
): Promise<Stored> {
  const { left: rows, there } = await openPacks(trx, sent);
  const known = [...there];
  if (rows.length === 0) return { days: [], known };
  const sorted = rows.toSorted((a, b) => a.aero - b.aero || a.time - b.time);
  const aeros = [...boxOfAero.keys()];
  const due = live
    ? sql`, due as (insert into aero_due (aero_id, from_time) select aero_id, min(first) from days group by aero_id order by aero_id)`
    : sql``;
  const result = await sql<StoredDay & { at: number | null }>`
    with input as materialized (${unnested(sorted)} where (select storing_measures())),
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

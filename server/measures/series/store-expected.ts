import type { StrokePoint } from '@aerowatch/domain/physics/expected-stroke';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { Span } from '../store-measures.ts';
import { numbers } from './store-cells.ts';

/** Points of an AERO a fit is made from at most: hours of 60 days, which says all that rows would. */
const EVERY_SECONDS = 3600;

/**
 * The first datapoint with both stroke and temperature of each hour, of one AERO at a time, in time order. They come as
 * texts: objects of all of them at once would outlive the question and wait in memory for a great collection.
 */
export async function strokesByTemperature(
  db: Db,
  aeros: readonly number[],
  span: Span,
): Promise<(aero: number) => StrokePoint[]> {
  const { rows } = await sql<{ aero_id: number; points: string }>`
    select aero_id, string_agg(concat_ws(',', extract(epoch from time)::float8 * 1000, temperature, stroke), ',' order by time) as points from (
      select distinct on (m.aero_id, hour) m.aero_id, m.time, m.temperature, m.stroke,
        date_bin(make_interval(secs => ${EVERY_SECONDS}), m.time, timestamptz 'epoch') as hour
      from unnest(${aeros}::int[]) as a (id)
      cross join lateral (
        select max(at) as at from notes join aeros on aeros.box_id = notes.box_id
        where aeros.id = a.id and notes.kind = 'baseline_reset' and (notes.aero_id is null or notes.aero_id = aeros.id)) as reset
      cross join lateral measures_between(a.id,
        greatest(to_timestamp(${span.from}::float8 / 1000), reset.at), to_timestamp(${span.to}::float8 / 1000)) as m
      where m.stroke is not null and m.temperature is not null
      order by m.aero_id, hour, m.time) as hours
    group by aero_id`.execute(db);
  const texts = new Map(rows.map(({ aero_id, points }) => [aero_id, points]));
  return (aero) => pointsIn(texts.get(aero) ?? '');
}

/** Points from `time,temperature,stroke,time,…`. */
function pointsIn(text: string): StrokePoint[] {
  const values = numbers(text);
  return Array.from({ length: values.length / 3 }, (_, i) => ({
    time: values[3 * i]!,
    temperature: values[3 * i + 1]!,
    stroke: values[3 * i + 2]!,
  }));
}

/** What theory needs to know of AEROs. */
export async function geometries(db: Db, aeros: readonly number[]) {
  if (aeros.length === 0) return new Map<number, never>();
  const rows = await db
    .selectFrom('aeros')
    .where('id', 'in', aeros)
    .select(['id', 'regularized_length', 'conductor_type', 'expansion_coefficient'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

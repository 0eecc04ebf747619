import type { StrokePoints } from '@aerowatch/domain/physics/expected-stroke';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import type { Span } from '../store-measures.ts';
import { numbers } from './store-cells.ts';

/** One point per hour of 60 days is used for a fit, which is as good as all rows. */
const EVERY = 3_600_000;

/**
 * The first datapoint with both stroke and temperature of each hour, of one AERO at a time, in time order;
 * its time is the start of its hour. They are read as short texts, because the data of many AEROs outlives
 * the young heap.
 */
export async function strokesByTemperature(
  db: Db,
  aeros: readonly number[],
  span: Span,
): Promise<(aero: number) => StrokePoints> {
  const first = Math.floor(span.from / EVERY) * EVERY;
  const { rows } = await sql<{ aero_id: number; points: string }>`
    select aero_id, string_agg(concat_ws(',', hour, temperature, stroke), ',' order by hour) as points from (
      select distinct on (m.aero_id, hour) m.aero_id, m.time, m.temperature, m.stroke,
        floor((extract(epoch from m.time)::float8 * 1000 - ${first}::float8) / ${EVERY}::float8)::int as hour
      from unnest(${aeros}::int[]) as a (id)
      cross join lateral (
        select max(at) as at from notes join aeros on aeros.box_id = notes.box_id
        where aeros.id = a.id and notes.kind = 'baseline_reset' and (notes.metrics is null or notes.metrics && '{stroke,temperature}') and (notes.aero_id is null or notes.aero_id = aeros.id)) as reset
      cross join lateral measures_between(a.id,
        greatest(to_timestamp(${span.from}::float8 / 1000), reset.at), to_timestamp(${span.to}::float8 / 1000)) as m
      where m.stroke is not null and m.temperature is not null
      order by m.aero_id, hour, m.time) as hours
    group by aero_id`.execute(db);
  const texts = new Map(rows.map(({ aero_id, points }) => [aero_id, points]));
  return (aero) => pointsIn(texts.get(aero) ?? '', first);
}

/** Points from `hour,temperature,stroke,hour,…`, hours from the first on. */
function pointsIn(text: string, first: number): StrokePoints {
  const values = numbers(text);
  const points = values.length / 3;
  const column = () => new Float64Array(points);
  const [time, temperature, stroke] = [column(), column(), column()];
  for (let i = 0; i < points; i++) {
    time[i] = first + values[3 * i]! * EVERY;
    temperature[i] = values[3 * i + 1]!;
    stroke[i] = values[3 * i + 2]!;
  }
  return { time, temperature, stroke };
}

/** The facts about AEROs that the theory needs. */
export async function geometries(db: Db, aeros: readonly number[]) {
  if (aeros.length === 0) return new Map<number, never>();
  const rows = await db
    .selectFrom('aeros')
    .where('id', 'in', aeros)
    .select(['id', 'regularized_length', 'conductor_type', 'expansion_coefficient'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

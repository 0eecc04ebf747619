import type { DailyFigures } from '@aerowatch/domain/faults/shared/neighbours/neighbours';
import { sql } from 'kysely';
import { integersOf, realsOf } from '../../platform/database/binary-arrays.ts';
import type { Db } from '../../platform/database/db.ts';

/** km within which a box is a neighbour, and the maximum number. */
const NEAR_KM = 30;
const MAX_NEIGHBOURS = 8;
const KM_A_DEGREE = 111.2;

/** AEROs of the nearest boxes of the same client, by box; none for a box without a place or client. */
export async function neighboursOf(db: Db, boxes: readonly number[]): Promise<Map<number, number[]>> {
  const degrees = NEAR_KM / KM_A_DEGREE;
  const { rows } = await sql<{ box: number; aeros: number[] }>`
    select own.id as box, array_agg(aeros.id order by aeros.id) as aeros
    from boxes own
    cross join lateral (
      select near.id from (
        select b.id, power((b.latitude - own.latitude) * ${KM_A_DEGREE}::float8, 2)
          + power((b.longitude - own.longitude) * ${KM_A_DEGREE}::float8 * cos(radians(own.latitude)), 2) as squared
        from boxes b where b.client_id = own.client_id and b.id <> own.id
          and b.latitude between own.latitude - ${degrees}::float8 and own.latitude + ${degrees}::float8) near
      where near.squared <= power(${NEAR_KM}::float8, 2) order by near.squared, near.id limit ${MAX_NEIGHBOURS}) nearest
    join aeros on aeros.box_id = nearest.id
    where own.id = any(${[...boxes]}::int[]) group by 1`.execute(db);
  return new Map(rows.map(({ box, aeros }) => [box, aeros]));
}

const mean = (metric: string) => `(d.${metric}_sum / nullif(d.${metric}_n, 0))::real`;
const FIGURES = {
  temperature_min: 'd.temperature_min',
  temperature_mean: mean('temperature'),
  temperature_max: 'd.temperature_max',
  stroke_mean: mean('stroke'),
  pressure_mean: mean('pressure'),
  solar_mean: mean('solar_voltage'),
  charge_mean: mean('charge_current'),
  battery_min: 'd.battery_voltage_min',
} as const satisfies Record<Exclude<keyof DailyFigures, 'day'>, string>;
type Figure = keyof typeof FIGURES;
const KEYS = Object.keys(FIGURES) as Figure[];
const arrays = sql.raw(
  KEYS.map((key) => `array_send(array_agg(${FIGURES[key]} order by d.day)) as ${key}`).join(', '),
);

/** Daily values of some AEROs between two days (UTC, the second excluded): some 3 kB each for 90 days. */
export async function dailyFigures(
  db: Db,
  aeros: readonly number[],
  since: string,
  until: string,
): Promise<Map<number, DailyFigures>> {
  if (aeros.length === 0) return new Map();
  const { rows } = await sql<{ id: number; days: Buffer } & Record<Figure, Buffer>>`
    select asked.id, array_send(array_agg(d.day - date '1970-01-01' order by d.day)) as days, ${arrays}
    from unnest(${[...aeros]}::int[]) as asked (id)
    cross join lateral days_between(asked.id, ${since}::date, ${until}::date) as d group by 1`.execute(db);
  return new Map(rows.map((row) => [row.id, figuresOf(row)]));
}

function figuresOf(row: { days: Buffer } & Record<Figure, Buffer>): DailyFigures {
  const figures = KEYS.map((key) => [
    key,
    Array.from(realsOf(row[key]), (value) => (Number.isNaN(value) ? null : value)),
  ]);
  return { day: integersOf(row.days), ...Object.fromEntries(figures) } as DailyFigures;
}

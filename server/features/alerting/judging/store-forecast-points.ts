import type { Datapoint } from '@aerowatch/domain/alerting/fold';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { LEADS } from '@aerowatch/domain/forecast/basis';
import { solarOffset } from '@aerowatch/domain/forecast/extremes';
import { unpackDays, unpackForecast } from '@aerowatch/domain/forecast/packed-forecast';
import { marginChances, type Travel, travelOf } from '@aerowatch/domain/forecast/standing/travel';
import { NO_VALUES } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';

const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
const percent = (chance: number) => Math.round(chance * 1000) / 10;
const pointAt = (time: number, chance: number): Datapoint => ({
  time,
  ...NO_VALUES,
  at: 'forecast',
  forecast: percent(chance),
});

/** Takes the marks of AEROs with a new forecast, oldest first, except those that another worker holds. */
export async function takeDueForecasts(trx: Trx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ aero_id: number }>`
    delete from forecast_due where aero_id in (
      select aero_id from forecast_due order by at limit ${limit} for update skip locked) returning aero_id`.execute(
    trx,
  );
  return rows.map((row) => row.aero_id).sort((a, b) => a - b);
}

/**
 * The largest chance of the week in each AERO's current forecast, at its time of issue; none without a
 * number.
 */
export async function forecastPointsNow(trx: Trx, aeros: readonly number[]): Promise<Map<number, Datapoint>> {
  const { rows } = await sql<{ aero_id: number; at: Date; chance: number }>`
    select aero_id, max(issued_at) as at, max(chance)::float8 as chance from forecasts
    where aero_id = any(${[...aeros]}::int[]) and chance is not null group by aero_id`.execute(trx);
  return new Map(rows.map(({ aero_id, at, chance }) => [aero_id, pointAt(at.getTime(), chance)]));
}

/**
 * The same over the past, from the first forecast of each day, as stored: at the beginning of the local day.
 * For months that are packed, the chances are recomputed from their intervals and today's margins.
 */
export async function forecastPoints(
  db: Db,
  aeros: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, Datapoint[]>> {
  const chances = new Map<number, Map<number, number>>(aeros.map((aero) => [aero, new Map()]));
  const note = (aero: number, day: number, chanceAt: (lead: number) => number | null) => {
    const own = chances.get(aero)!;
    for (let lead = 1; lead <= LEADS; lead++) {
      const chance = chanceAt(lead);
      if (chance !== null) own.set(day - lead, Math.max(own.get(day - lead) ?? 0, chance));
    }
  };
  const span = [dateOf(Math.floor(from / DAY) - 1), dateOf(Math.ceil(to / DAY) + LEADS)] as const;
  const places = await placesOf(db, aeros);
  for (const { aero_id, day, leads } of await openDays(db, aeros, span))
    note(aero_id, Date.parse(day) / DAY, (lead) => {
      const margin = unpackForecast(leads, lead)?.margin;
      return margin ? Math.max(margin.hot, margin.cold) : null;
    });
  for (const { aero_id, month, packed } of await packedMonths(db, aeros, span)) {
    const travel = places.get(aero_id)?.travel ?? null;
    if (travel === null) continue;
    for (const { dayOfMonth, leads } of unpackDays(packed))
      note(aero_id, Date.parse(month) / DAY + dayOfMonth - 1, (lead) => {
        const range = leads[lead - 1];
        if (!range) return null;
        const { lower, upper } = marginChances(travel, range.low, range.high);
        return Math.max(lower, upper);
      });
  }
  return new Map(
    [...chances].map(([aero, own]) => {
      const shift = (places.get(aero)?.offset ?? 0) * HOUR;
      const points = [...own].map(([day, chance]) => pointAt(day * DAY - shift, chance));
      return [
        aero,
        points.filter(({ time }) => time >= from && time <= to).sort((one, other) => one.time - other.time),
      ];
    }),
  );
}

async function placesOf(db: Db, aeros: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    longitude: number | null;
    model_type: number;
    stroke_min_offset: number | null;
    stroke_max_offset: number | null;
  }>`select a.id, b.longitude, a.model_type, a.stroke_min_offset, a.stroke_max_offset
    from aeros a join boxes b on b.id = a.box_id where a.id = any(${[...aeros]}::int[])`.execute(db);
  return new Map<number, { offset: number; travel: Travel | null }>(
    rows.map((row) => [row.id, { offset: solarOffset(row.longitude), travel: travelOf(row) }]),
  );
}

type Days = readonly [from: string, to: string];

async function openDays(db: Db, aeros: readonly number[], [from, to]: Days) {
  const { rows } = await sql<{ aero_id: number; day: string; leads: Buffer }>`
    select aero_id, day, leads from forecast_days
    where aero_id = any(${[...aeros]}::int[]) and day between ${from}::date and ${to}::date`.execute(db);
  return rows;
}

async function packedMonths(db: Db, aeros: readonly number[], [from, to]: Days) {
  const { rows } = await sql<{ aero_id: number; month: string; packed: Buffer }>`
    select aero_id, month, packed from forecast_months
    where aero_id = any(${[...aeros]}::int[]) and month between date_trunc('month', ${from}::date) and ${to}::date`.execute(
    db,
  );
  return rows;
}

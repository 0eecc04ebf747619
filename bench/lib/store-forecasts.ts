/** Fills the input of forecasts by SQL: histories of AEROs, and weather at points over France. */

import { DAY, HOUR } from '@aerowatch/domain/durations';
import { packExtremes } from '@aerowatch/domain/forecast/extremes';
import { emptyDay, packForecast } from '@aerowatch/domain/forecast/packed-forecast';
import { daysOfRecords } from '@aerowatch/domain/forecast/weather/weather-days';
import type { Db } from '@aerowatch/server/platform/database/db';
import { sql } from 'kysely';

const HISTORY = 100;
const SLOPE = 10;
/** Number of different histories; AEROs share them by their number. */
const KINDS = 40;
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
const today = () => Math.floor(Date.now() / DAY);

/** °C in an hour (since 1970), the same everywhere. */
const airAt = (hour: number) => 12 + 6 * Math.sin(((hour - 9) / 24) * 2 * Math.PI) + 5 * Math.sin(hour / 61);

/**
 * Each AERO with its newest measure, a hundred days of extremes along its line, and margins that it sometimes
 * reaches.
 */
export async function fillStandings(db: Db): Promise<void> {
  const last = today() - 1;
  const packs = Array.from({ length: KINDS }, (_, kind) => {
    const days = Array.from({ length: HISTORY }, (_, i) => {
      const day = last - HISTORY + 1 + i;
      const air = Array.from({ length: 24 }, (_, hour) => airAt(day * 24 + hour));
      const [coldest, warmest] = [Math.min(...air), Math.max(...air)];
      const rest = 4 * Math.sin(day * (kind + 3));
      return { day, coldest, warmest, low: 200 + SLOPE * coldest + rest, high: 200 + SLOPE * warmest + rest };
    });
    return Buffer.from(packExtremes(days).bytes);
  });
  const standing = {
    level: 320,
    at: 12,
    slope: SLOPE,
    levelError: 1,
    slopeError: 0.1,
    below: 8,
    above: 8,
    coldest: 2,
    warmest: 24,
  };
  await sql`update aeros set stroke_min_offset = 60, stroke_max_offset = 60`.execute(db);
  await sql`insert into aero_standings (aero_id, newest, standing, first_day, extremes, log_hours)
    select a.id, now(), ${JSON.stringify(standing)}::jsonb, ${dateOf(last - HISTORY + 1)}::date, (${packs}::bytea[])[a.id % ${KINDS}::int + 1], 16777215
    from aeros a order by a.id`.execute(db);
  await sql`insert into measure_latest (aero_id, time, received_at, stroke, temperature, pressure)
    select id, now() - interval '5 minutes', now(), 300 + id % 100, 14.2, 105.5 from aeros order by id on conflict do nothing`.execute(
    db,
  );
  await sql`analyze aero_standings, measure_latest`.execute(db);
}

/** A point each quarter of a degree, hourly for the last hundred days and the next eight. */
export async function fillWeather(db: Db): Promise<void> {
  const records = Array.from({ length: (HISTORY + 9) * 24 }, (_, i) => {
    const hour = (today() - HISTORY) * 24 + i;
    return {
      latitude: 0,
      longitude: 0,
      issuedAt: Date.now(),
      validAt: hour * HOUR,
      temperature: airAt(hour),
      radiation: 200,
    };
  });
  const days = daysOfRecords(records);
  await sql`insert into weather_points (latitude, longitude, source)
    select y, x, 'folder' from generate_series(43, 51, 0.25) y, generate_series(-1, 7, 0.25) x`.execute(db);
  await sql`insert into weather_days (point_id, day, issued_at, hours)
    select p.id, d.day, now(), d.hours from weather_points p,
      unnest(${days.map(({ day }) => dateOf(day))}::date[], ${days.map(({ hours }) => Buffer.from(hours))}::bytea[]) as d (day, hours)`.execute(
    db,
  );
  await sql`analyze weather_points, weather_days`.execute(db);
}

/** Issues the weather again at a share of the points; returns how many. */
export async function reissueWeather(db: Db, share: number): Promise<number> {
  const result = await sql`update weather_points set updated_at = clock_timestamp()
    where id % ${Math.round(1 / share)}::int = 0`.execute(db);
  return Number(result.numAffectedRows);
}

/** Writes the current rows again, as simply as possible. */
export async function plainRows(db: Db): Promise<void> {
  await sql`create table plain_forecasts (like forecasts including all)`.execute(db);
  await sql`insert into plain_forecasts select * from forecasts`.execute(db);
  await sql`drop table plain_forecasts`.execute(db);
}

/** Days over a month old, as stored, and nothing else. */
export async function fillKeptDays(db: Db, days: number): Promise<void> {
  const bytes = emptyDay();
  for (let lead = 1; lead <= 7; lead++) {
    const quantiles = { p05: 300 - 20 * lead, p50: 320, p95: 340 + 20 * lead };
    packForecast(bytes, lead, {
      basis: 'weather',
      low: quantiles,
      high: quantiles,
      margin: { hot: 0.1, cold: 0 },
    });
  }
  await sql`truncate forecast_days, forecast_months`.execute(db);
  // All in one month, whatever today's date.
  await sql`insert into forecast_days (aero_id, day, leads, low, high, scored_at)
    select a.id, date_trunc('month', current_date - 70)::date + d, ${Buffer.from(bytes)}, 300, 400, now()
    from aeros a, generate_series(0, ${days - 1}::int) d`.execute(db);
}

export async function bytesKept(db: Db, table: 'forecast_days' | 'forecast_months'): Promise<number> {
  await sql`vacuum (full, analyze) ${sql.table(table)}`.execute(db);
  const { rows } = await sql<{
    bytes: number;
  }>`select pg_total_relation_size(${table}::regclass)::float8 as bytes`.execute(db);
  return rows[0]!.bytes;
}

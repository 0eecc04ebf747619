import type { ForecastDay } from '@aerowatch/domain/forecast/forecast-days';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { dateOf } from '../../weather/store-weather.ts';

/** A forecast as a row of the table. */
export function rowOf(aero: number, day: ForecastDay, issued: Date) {
  const { low, high, margin, stop, temperature } = day;
  return {
    aero_id: aero,
    day: dateOf(day.day),
    issued_at: issued,
    lead: day.lead,
    basis: day.basis as string,
    unavailable: null as string | null,
    temperature_min: temperature?.min ?? null,
    temperature_max: temperature?.max ?? null,
    low_p05: low.p05 as number | null,
    low_p50: low.p50 as number | null,
    low_p95: low.p95 as number | null,
    high_p05: high.p05 as number | null,
    high_p50: high.p50 as number | null,
    high_p95: high.p95 as number | null,
    margin_hot: margin?.hot ?? null,
    margin_cold: margin?.cold ?? null,
    stop_hot: stop?.hot ?? null,
    stop_cold: stop?.cold ?? null,
    chance: margin ? Math.max(margin.hot, margin.cold) : null,
  };
}

/** A row with the reason for a missing number. */
export function unavailableRow(
  aero: number,
  day: string,
  lead: number,
  issued: Date,
  reason: Unavailable,
): ReturnType<typeof rowOf> {
  return {
    aero_id: aero,
    day,
    issued_at: issued,
    lead,
    basis: 'climate',
    unavailable: reason,
    temperature_min: null,
    temperature_max: null,
    low_p05: null,
    low_p50: null,
    low_p95: null,
    high_p05: null,
    high_p50: null,
    high_p95: null,
    margin_hot: null,
    margin_cold: null,
    stop_hot: null,
    stop_cold: null,
    chance: null,
  };
}

/**
 * What an AERO's own past says about a day of the season: the only basis without weather, and the reference
 * for forecasts.
 */
import type { DayExtremes } from './extremes.ts';
import type { Quantiles } from './spread.ts';

/** Days of this season: the last ones, and those around the same date a year before. Judged. */
const LAST = 30;
const AROUND = 20;
const YEAR = 365;
/** Fewest days for an estimate. */
const MIN_DAYS = 5;

/** Past days that are like `day`, none later than `known` (days since 1970). */
export function seasonOf(days: readonly DayExtremes[], day: number, known: number): DayExtremes[] {
  return days.filter(
    (one) => one.day <= known && (one.day > known - LAST || Math.abs(one.day + YEAR - day) <= AROUND),
  );
}

export interface ClimateDay {
  readonly low: Quantiles;
  readonly high: Quantiles;
}

function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b);
  // Interpolates between ranks, slightly outward: twenty days do not contain their own twentieth.
  const at = (share: number) => {
    const place = share * (sorted.length + 1) - 1;
    const [below, part] = [Math.floor(place), place - Math.floor(place)];
    const [first, last] = [sorted[0]!, sorted.at(-1)!];
    if (place < 0) return first - (first === last ? 1 : (sorted[1]! - first) * -place);
    if (place > sorted.length - 1)
      return last + (first === last ? 1 : (last - sorted.at(-2)!) * (place - sorted.length + 1));
    return sorted[below]! + part * ((sorted[below + 1] ?? sorted[below]!) - sorted[below]!);
  };
  return { p05: at(0.05), p50: at(0.5), p95: at(0.95) };
}

/** Quantiles of the lowest and highest stroke of a day by season; null with too few days. */
export function climateOf(days: readonly DayExtremes[], day: number, known: number): ClimateDay | null {
  const season = seasonOf(days, day, known);
  if (season.length < MIN_DAYS) return null;
  return {
    low: quantilesOf(season.map(({ low }) => low)),
    high: quantilesOf(season.map(({ high }) => high)),
  };
}

/** Share of the days of the season with an event, drawn slightly towards one half (Laplace's rule). */
export function shareOf(season: readonly DayExtremes[], so: (day: DayExtremes) => boolean): number {
  return (season.filter(so).length + 0.5) / (season.length + 1);
}

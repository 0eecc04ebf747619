/** What an AERO's own past says about a day of the season: the reference for the chances of forecasts. */
import type { DayExtremes } from './extremes.ts';

/** Days of this season: the last ones, and those around the same date a year before. Judged. */
const LAST = 30;
const AROUND = 20;
const YEAR = 365;

/** Past days that are like `day`, none later than `known` (days since 1970). */
export function seasonOf(days: readonly DayExtremes[], day: number, known: number): DayExtremes[] {
  return days.filter(
    (one) => one.day <= known && (one.day > known - LAST || Math.abs(one.day + YEAR - day) <= AROUND),
  );
}

/** Share of the days of the season with an event, drawn slightly towards one half (Laplace's rule). */
export function shareOf(season: readonly DayExtremes[], so: (day: DayExtremes) => boolean): number {
  return (season.filter(so).length + 0.5) / (season.length + 1);
}

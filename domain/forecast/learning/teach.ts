/** What a past day teaches: of an AERO its own widths, of a client what its AEROs share. */
import type { DayExtremes } from '../extremes.ts';
import type { PackedForecast } from '../packed-forecast.ts';
import { settledExtremes, type Travel } from '../standing/travel.ts';
import { noteOutcome } from './calibration.ts';
import { countMiss, type Factors, learnOwn } from './conformal.ts';
import type { Lessons } from './lessons.ts';
import { centreOf, noteDeparture } from './pull.ts';
import { marginReached } from './score.ts';

/** A forecast of a day that is over, and what came. */
export interface PastDay {
  readonly forecast: PackedForecast & { readonly day: number; readonly lead: number };
  readonly actual: DayExtremes;
  readonly extremes: readonly DayExtremes[];
  /** mm/°C, with its sign. */
  readonly slope: number;
  readonly travel: Travel | null;
  /** Day of a change that the forecast could not know (days since 1970); null: none. */
  readonly changed: number | null;
}

/** Least slope at which a departure in mm says something of the weather, mm/°C. */
const LEAST_SLOPE = 0.1;

/** Learns from a past day; nothing from one before which the ram changed unforeseen. Changes `own` and `lessons`. */
export function teach(
  { forecast, actual: measured, extremes, slope, travel, changed }: PastDay,
  own: Factors,
  lessons: Lessons | undefined,
): void {
  const { basis, lead, day, margin } = forecast;
  if (changed !== null && day >= changed && day - lead <= changed) return;
  const actual = settledExtremes(measured, travel);
  for (const extreme of ['low', 'high'] as const) {
    const came = actual[extreme];
    learnOwn(own, { basis, lead, extreme }, forecast[extreme], came);
    if (!lessons) continue;
    countMiss(lessons.misses, { basis, lead, extreme }, forecast[extreme], came);
    if (basis !== 'weather') continue;
    const centre = centreOf(extremes, day - lead - 1, extreme);
    if (centre === null || Math.abs(slope) < LEAST_SLOPE) continue;
    const { p50 } = forecast[extreme];
    noteDeparture(lessons.departures, lead, extreme, (p50 - centre) / slope, (came - p50) / slope);
  }
  if (!lessons || !travel || !margin) return;
  const outcomes = basis === 'weather' ? lessons.outcomes : lessons.seasonOutcomes;
  for (const side of ['hot', 'cold'] as const)
    noteOutcome(outcomes, margin[side], marginReached(travel, actual, (side === 'hot') === slope > 0));
}

/** Dates with ranges: when a trend reaches its limit (80 % of cases lie within the range). */

import { DAY } from '../../durations.ts';
import type { Reaches } from '../finding.ts';
import type { Reached } from '../vocabulary.ts';

/** Days looked ahead. */
const AHEAD = 365;
/** Standard deviations that exclude 10 % on each side. */
const TENTH = 1.2816;
/**
 * Trends do not stay constant: for each year ahead this share of the rate is added to its error. Tuned so
 * that the ranges contain four of five of the simulator's leaks and creeps (bench/forecast/dates).
 */
const CHANGE = 0.26;

export interface Trend {
  /** Present value, its limit, and the standard error of the value, all in one unit. */
  readonly level: number;
  readonly limit: number;
  readonly error: number;
  /** Change per day and its standard error. */
  readonly rate: number;
  readonly rateError: number;
  /** Share of the rate by which it may change in a year; default `CHANGE`. */
  readonly change?: number;
}

/**
 * When a trend passes its limit (ms): the true time lies between `earliest` and `latest` in 80 % of cases;
 * null for later than a year. A value already past its limit gives `now`. `shown`: the level to display.
 */
export function reachesOf(
  what: Reached,
  now: number,
  trend: Trend,
  shown: number | null = trend.limit,
): Reaches {
  const { level, limit, error, rate, rateError, change = CHANGE } = trend;
  const left = limit - level;
  const side = Math.sign(rate) || Math.sign(left);
  const away = left * side;
  const at = (deviations: number): number | null => {
    if (away - deviations * error <= 0 && away <= 0) return now;
    // The rate is less certain further ahead, so the days are found by iteration.
    let days = 0;
    for (let round = 0; round < 3; round++) {
      const unsure = Math.hypot(rateError, (change * Math.abs(rate) * Math.min(days, AHEAD)) / AHEAD);
      const pace = Math.abs(rate) + deviations * unsure;
      if (pace <= 0) return null;
      days = Math.max(0, away - deviations * error) / pace;
    }
    return days > AHEAD ? null : now + days * DAY;
  };
  return { what, level: shown, earliest: at(TENTH), likely: at(0), latest: at(-TENTH) };
}

/** Dates with ranges: when a trend reaches what matters (80 % of cases lie between the two). */

import { DAY } from '../durations.ts';
import type { Reaches } from './finding.ts';
import type { Reached } from './vocabulary.ts';

/** Days looked ahead. */
const AHEAD = 365;
/** Standard deviations that leave 10 % on either side. */
const TENTH = 1.2816;
/**
 * Trends do not go on as they are: of the rate so large a share is added to its error for each year ahead. Tuned so that
 * the simulator's leaks and creeps hold four of five (bench/forecast/dates).
 */
const CHANGE = 0.26;

export interface Trend {
  /** What it is today, what it must not pass, and by how much the first may be off (standard error), in one unit. */
  readonly level: number;
  readonly limit: number;
  readonly error: number;
  /** Change a day and its standard error. */
  readonly rate: number;
  readonly rateError: number;
  /** Share of the rate by which it changes in a year, where it is not the usual one. */
  readonly change?: number;
}

/**
 * When a trend passes its limit, as moments (ms) from `now`: earliest, likely and latest hold the truth in 80 %
 * of cases; null what is later than a year. What is past its limit already is so now.
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
    // The rate is the less sure the longer it must hold: the days are found by going there step by step.
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

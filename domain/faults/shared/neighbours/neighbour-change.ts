/** Compares a panel with those of the boxes nearby, which share its clouds but not its dirt. */

import { DAY } from '../../../durations.ts';
import { median, robustDeviation } from '../../../physics/statistics.ts';
import type { DiagnosticContext } from '../context.ts';

/** Share of a day's measures that must be known. */
const KNOWN = 0.83;
/** Fewest AEROs nearby, and fewest days of a period. */
const AEROS = 3;
const DAYS_SEEN = 8;
/** Standard error of a median, as a multiple of that of the mean of normal deviates. */
const OF_MEDIAN = 1.2533;

/**
 * Change of a panel relative to its neighbours, ln of the mean voltage of a day, and its standard error from
 * single days.
 */
export interface NeighbourChange {
  readonly change: number;
  readonly error: number;
}

/**
 * Change of a panel relative to its neighbours from the days that are at least `oldest` days old to those
 * less than `newest` days old; null without neighbours, or with too few days of both.
 */
export function compareWithNeighbours(
  { days, input, now, interval }: DiagnosticContext,
  oldest: number,
  newest: number,
): NeighbourChange | null {
  const near = new Map(
    (input.neighbours ?? []).flatMap(({ start, aeros, panel }) =>
      aeros >= AEROS && panel !== null && panel > 0 ? [[start, panel] as const] : [],
    ),
  );
  const most = DAY / 1000 / (interval ?? 600);
  const [past, recent]: [number[], number[]] = [[], []];
  for (const { start, samples } of days) {
    const panel = near.get(start);
    const age = (now - start) / DAY;
    if (panel === undefined || (age >= newest && age < oldest)) continue;
    const mean = meanOf(samples.solar_voltage, KNOWN * most);
    if (mean !== null) (age < newest ? recent : past).push(Math.log(mean / panel));
  }
  if (Math.min(past.length, recent.length) < DAYS_SEEN) return null;
  return {
    change: median(recent) - median(past),
    error: Math.hypot(errorOf(past), errorOf(recent)),
  };
}

const errorOf = (values: readonly number[]) =>
  (OF_MEDIAN * robustDeviation(values)) / Math.sqrt(values.length);

/** Mean of the known values; null if there are fewer than `least`, or the mean is 0. */
function meanOf(values: Float64Array, least: number): number | null {
  let [sum, n] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    n++;
  }
  return n < least || sum <= 0 ? null : sum / n;
}

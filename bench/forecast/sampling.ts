/**
 * Error of stated chances due to sampling alone. AEROs under one weather reach their margins on the same
 * days, so that hundreds of cases of a tenth are only a few dozen weeks of weather: errors are summed by week
 * of a weather, and the weeks are the sample (the cluster-robust variance of a ratio; Liang and Zeger 1986,
 * Biometrika 73).
 */
import { BINS, type Score } from '@aerowatch/domain/forecast/learning/score';
import type { CellResult } from './cell.ts';

/** Cases of a tenth from which its stated chances are judged. */
const ENOUGH_CASES = 200;
/** Share of a perfect forecast's samples whose error is below the stated one. */
const SHARE = 0.95;

export interface Off {
  /**
   * Points between stated chances and observed frequency, for the worst tenth with `ENOUGH_CASES`, and its
   * index (0 first).
   */
  readonly most: number;
  readonly tenth: number;
  /**
   * Largest error in points of the worst tenth of a perfect forecast, in 95 of 100 samples of as many weeks.
   */
  readonly sampling: number;
}

/** Weeks of all cells by their common weather: it affects AEROs of every log time. */
export function joinedWeeks(
  cells: readonly { readonly climate: string; readonly weeks: CellResult['weeks'] }[],
): CellResult['weeks'] {
  const joined: CellResult['weeks'] = new Map();
  for (const { climate, weeks } of cells)
    for (const [week, { n, off }] of weeks) {
      const key = `${climate} ${week}`;
      const sums = joined.get(key);
      if (!sums) joined.set(key, { n: Float64Array.from(n), off: Float64Array.from(off) });
      else
        for (let at = 0; at < n.length; at++) {
          sums.n[at]! += n[at]!;
          sums.off[at]! += off[at]!;
        }
    }
  return joined;
}

/** Standard error, in points, of the deviation of a tenth over some leads (0 first). */
export function errorOf(weeks: CellResult['weeks'], tenth: number, leads: readonly number[]): number {
  const places = leads.map((lead) => lead * BINS + tenth);
  const sum = (one: Float64Array) => places.reduce((total, at) => total + one[at]!, 0);
  let [n, off] = [0, 0];
  for (const week of weeks.values()) {
    n += sum(week.n);
    off += sum(week.off);
  }
  let squares = 0;
  for (const week of weeks.values()) squares += (sum(week.off) - (sum(week.n) * off) / n) ** 2;
  return (100 * Math.sqrt(squares)) / n;
}

/**
 * The worst tenth of the requested leads (0 first), together with the error from sampling alone; null if no
 * tenth has enough cases.
 */
export function offOf(
  { binN, binChance, binHits }: Pick<Score, 'binN' | 'binChance' | 'binHits'>,
  weeks: CellResult['weeks'],
  leads: readonly number[],
): Off | null {
  const tenths = binN.flatMap((n, tenth) =>
    n < ENOUGH_CASES
      ? []
      : [
          {
            tenth,
            off: (100 * (binHits[tenth]! - binChance[tenth]!)) / n,
            error: errorOf(weeks, tenth, leads),
          },
        ],
  );
  if (tenths.length === 0) return null;
  const worst = tenths.reduce((one, other) => (Math.abs(other.off) > Math.abs(one.off) ? other : one));
  return {
    most: Math.abs(worst.off),
    tenth: worst.tenth,
    sampling: largestOf(tenths.map(({ error }) => error)),
  };
}

/** The bound below which the largest of normal deviations is in `SHARE` of cases. */
function largestOf(errors: readonly number[]): number {
  let [low, high] = [0, 6 * Math.max(...errors)];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    const share = errors.reduce((product, error) => product * within(middle / error), 1);
    if (share < SHARE) low = middle;
    else high = middle;
  }
  return high;
}

/** Probability that a standard normal is within ±z (Abramowitz and Stegun 1964, 7.1.26). */
function within(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return 1 - poly * Math.exp(-x * x);
}

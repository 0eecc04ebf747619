/**
 * What an AERO with little history shares with others of its line and conductor: how many millimetres it
 * moves per degree, by length where lengths are entered. The median and the spread of the others are its
 * prior (empirical Bayes, Efron and Morris 1973, by robust statistics).
 */
import { quantile, robustDeviation } from '../../physics/statistics.ts';
import type { SlopePrior } from './standing.ts';

/** Another AERO of the line whose slope is known well. */
export interface Neighbour {
  /** mm/°C, with its sign. */
  readonly slope: number;
  /** mm/°C from its length and conductor; null where no length is entered. */
  readonly theory: number | null;
}

/** Days of history below which the line's prior is used. */
export const LITTLE_HISTORY = 30;
/** Fewest other AEROs, and smallest spread assumed for them: lengths are entered to 3 %. */
const MIN_AEROS = 5;
const MIN_SPREAD = 0.03;
/** Without lengths, sections of a line differ: at least this share of the slope stays uncertain. Judged. */
const MIN_OPEN = 0.1;

/** The prior of a slope (mm/°C, without sign) from others of the line; null with too few of them. */
export function linePrior(theory: number | null, others: readonly Neighbour[]): SlopePrior | null {
  if (theory === null)
    return spreadOf(
      others.map(({ slope }) => Math.abs(slope)),
      1,
      MIN_OPEN,
    );
  const shares = others.flatMap((other) => (other.theory ? [Math.abs(other.slope) / other.theory] : []));
  return spreadOf(shares, theory, MIN_SPREAD);
}

function spreadOf(values: readonly number[], unit: number, least: number): SlopePrior | null {
  if (values.length < MIN_AEROS) return null;
  const all = Float64Array.from(values);
  const middle = quantile(all, 0.5);
  const rests = all.map((value) => value - middle);
  return { slope: unit * middle, error: unit * Math.max(least * middle, robustDeviation(rests)) };
}

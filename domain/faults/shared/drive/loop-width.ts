/**
 * Width of the friction loop: the width of the play that best explains the ram's movement over hours and
 * days.
 */

import { HOUR } from '../../../durations.ts';
import { DIM, type Drive, playOf } from './drive.ts';

export interface LoopWidth {
  /** °C of the wire over which the ram stands still. */
  readonly width: number;
  /** Signed slope at that width and its standard error, mm/°C. */
  readonly slope: number;
  readonly error: number;
  /** Misfit of each width tried, relative to the best (1). */
  readonly worse: readonly { readonly width: number; readonly by: number }[];
  readonly pairs: number;
}

/** Widths that are tried, °C: 2 % friction makes 1.8 to 3.4, 14 % makes 13 to 24. */
export const WIDTHS = [0, 1, 2, 3, 4, 5.5, 7, 9, 12, 16, 21, 27] as const;
/**
 * Hours between the hours compared: within a night, and from one night to the next, so that drifts do not
 * matter.
 */
const APART = [3, 24] as const;
/** Fewest pairs. */
const MIN_PAIRS = 60;
/** Noise of the stroke that is not part of the fit, mm. */
const NOISE = 2;

/** Pairs of dim hours that are `APART`, between two moments (ms). */
function pairsOf(drive: Drive, from: number, to: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (const apart of APART) {
    let j = 0;
    for (let i = 0; i < drive.n; i++) {
      const time = drive.time[i]!;
      if (time < from || time > to || drive.light[i]! >= DIM) continue;
      const wanted = time - apart * HOUR;
      while (j < i && drive.time[j]! < wanted - 0.6 * HOUR) j++;
      const near = Math.abs(drive.time[j]! - wanted) <= 0.6 * HOUR;
      if (j < i && near && drive.time[j]! >= from && drive.light[j]! < DIM) pairs.push([j, i]);
    }
  }
  return pairs;
}

/** Change of a column from the first hour of each pair to the second. */
function changesOf(pairs: readonly [number, number][], of: Float64Array): Float64Array {
  const out = new Float64Array(pairs.length);
  for (let k = 0; k < out.length; k++) {
    const pair = pairs[k]!;
    out[k] = of[pair[1]]! - of[pair[0]]!;
  }
  return out;
}

/** Robust slope through the origin of changes of stroke (y) against changes of play (x), its loss and error. */
function fitted(x: Float64Array, y: Float64Array) {
  const n = y.length;
  let [slope, scale, loss, sxx] = [0, Number.POSITIVE_INFINITY, 0, 0];
  for (let round = 0; round < 5; round++) {
    let [xx, xy] = [0, 0];
    let all = 0;
    const [limit, before] = [1.5 * scale, slope];
    for (let k = 0; k < n; k++) {
      const rest = Math.abs(y[k]! - before * x[k]!);
      const weight = rest > limit ? limit / rest : 1;
      xx += weight * x[k]! * x[k]!;
      xy += weight * x[k]! * y[k]!;
    }
    slope = xx > 0 ? xy / xx : 0;
    for (let k = 0; k < n; k++) all += Math.abs(y[k]! - slope * x[k]!);
    scale = Math.max(NOISE, (1.25 * all) / n);
    loss = all / n;
    sxx = xx;
  }
  return { slope, loss, error: sxx > 0 ? scale / Math.sqrt(sxx / 3) : Number.POSITIVE_INFINITY };
}

/** The loop over a stretch of time (ms); null with too few pairs of hours. `plays`: cache of plays by width. */
export function loopWidth(
  drive: Drive,
  from: number,
  to: number,
  plays: Map<number, Float64Array>,
): LoopWidth | null {
  const pairs = pairsOf(drive, from, to);
  if (pairs.length < MIN_PAIRS) return null;
  const step = Math.max(1, Math.floor(pairs.length / 900));
  const chosen = step === 1 ? pairs : pairs.filter((_, i) => i % step === 0);
  const strokes = changesOf(chosen, drive.stroke);
  const fits = WIDTHS.map((width) => {
    const play = plays.get(width) ?? playOf(drive, width);
    plays.set(width, play);
    return { width, ...fitted(changesOf(chosen, play), strokes) };
  });
  const best = fits.reduce((one, other) => (other.loss < one.loss ? other : one));
  return {
    width: best.width,
    slope: best.slope,
    error: best.error,
    worse: fits.map(({ width, loss }) => ({ width, by: (loss + NOISE / 4) / (best.loss + NOISE / 4) })),
    pairs: pairs.length,
  };
}

/** Share of its slope from which a ram counts as following the temperature; a held one does not. */
export const FOLLOWS = 0.6;

/** Slope of the ram between two moments (ms) against a play, mm/°C; null if the play moved too little. */
export function slopeSince(drive: Drive, from: number, to: number, play: Float64Array): number | null {
  const pairs = pairsOf(drive, from, to).filter(([j, i]) => Math.abs(play[i]! - play[j]!) > 1);
  if (pairs.length < 6) return null;
  const { slope, error } = fitted(changesOf(pairs, play), changesOf(pairs, drive.stroke));
  return error < 0.3 * Math.abs(slope) || Math.abs(slope) < 2 ? slope : null;
}

/**
 * A forecast of a hot day is more often too hot than too cold: a single model run departs from the season as
 * far as the weather does, so its errors are part of its departures. The share of a departure to trust is
 * learnt by lead from past days (least mean squares: Widrow and Hoff 1960), all AEROs of a client together.
 */
import { LEADS } from '../basis.ts';
import type { DayExtremes } from '../extremes.ts';
import { leadError } from '../lead-error.ts';
import type { Extreme } from './conformal.ts';

/** Share of a departure that is trusted, by lead and extreme. */
export type Pulls = Float32Array;
export const PULLS = LEADS * 2;
const indexOf = (lead: number, extreme: Extreme) => (lead - 1) * 2 + (extreme === 'high' ? 1 : 0);

/** °C by which days depart from their season in Europe: 3.5 to 5 (simulator and station records alike). */
const DEPARTURE = 4.5;

/**
 * The starting value: a forecast that varies as the weather does and errs by e with departures s deserves 1 −
 * e²/(2s²) of its departure (its correlation with the actual value; Murphy 1988).
 */
export function firstPulls(): Pulls {
  const pulls = new Float32Array(PULLS);
  for (let i = 0; i < PULLS; i++) pulls[i] = 1 - leadError(Math.floor(i / 2) + 1) ** 2 / (2 * DEPARTURE ** 2);
  return pulls;
}

export const pullOf = (pulls: Pulls, lead: number, extreme: Extreme): number =>
  pulls[indexOf(lead, extreme)]!;

/**
 * °C of a departure of which the pull takes its share: what is further out than weather of this season has
 * been is an event of its own, which many runs agree on, and is believed in full ("limited translation":
 * Efron and Morris 1972). Tuned in the plain world.
 */
const USUAL_DEPARTURE = 4;
/** Error of what is further out, as a share of it: whether it is believed rightly is not known. */
const EVENT_ERROR = 0.2;

/** The departure to forecast for one that was told, and its own error, in mm; `slope` in mm/°C. */
export function pulledDeparture(
  pull: number,
  departed: number,
  slope: number,
): { departure: number; error: number } {
  const usual = USUAL_DEPARTURE * Math.abs(slope);
  const within = Math.max(-usual, Math.min(usual, departed));
  return { departure: departed - (1 - pull) * within, error: EVENT_ERROR * Math.abs(departed - within) };
}

/** Days that define the centre of departures. */
export const CENTRE_DAYS = 21;
/** The mean of an extreme over the last days up to `known`, mm; null before there are any. */
export function centreOf(days: readonly DayExtremes[], known: number, extreme: Extreme): number | null {
  let [sum, n] = [0, 0];
  for (let i = days.length - 1; i >= 0 && days[i]!.day > known - CENTRE_DAYS; i--) {
    if (days[i]!.day > known) continue;
    sum += days[i]![extreme];
    n += 1;
  }
  return n === 0 ? null : sum / n;
}

/** Departures and errors, summed over the AEROs of a day. */
export interface Departures {
  readonly n: Float64Array;
  readonly off: Float64Array;
}
export const noDepartures = (): Departures => ({ n: new Float64Array(PULLS), off: new Float64Array(PULLS) });

/**
 * Records a past day: `departed` is the forecast minus the centre, `off` the actual value minus the forecast;
 * °C. Changes `sums`.
 */
export function noteDeparture(
  sums: Departures,
  lead: number,
  extreme: Extreme,
  departed: number,
  off: number,
): void {
  const at = indexOf(lead, extreme);
  const kept = (value: number) => Math.min(15, Math.max(-15, value));
  sums.n[at]! += 1;
  sums.off[at]! += kept(departed) * kept(off);
}

/** Step of a day for all AEROs, and bounds. Tuned in the bench. */
const STEP = 0.06;
const BOUNDS = [0.3, 1.15] as const;
const MANY = 10;

/** Learns from a day of the AEROs of a client, `aeros` in all. Changes `pulls`. */
export function learnPulls(pulls: Pulls, { n, off }: Departures, aeros: number): void {
  for (let at = 0; at < PULLS; at++) {
    if (n[at]! === 0) continue;
    const part = Math.min(1, n[at]! / Math.max(MANY, aeros));
    const gradient = off[at]! / n[at]! / DEPARTURE ** 2;
    pulls[at] = Math.min(BOUNDS[1], Math.max(BOUNDS[0], pulls[at]! + STEP * part * gradient));
  }
}

/**
 * Intervals that keep their promised coverage, whatever the process: each bound of a forecast has a factor
 * that grows when days fall beyond it and shrinks when they do not (quantile tracking: Gibbs and Candès 2021;
 * Angelopoulos, Candès and Tibshirani 2023, "Conformal PID control"). One set of factors is learnt from all
 * AEROs of a client, and each AERO has a second set of its own on top.
 */
import { type Basis, LEADS } from '../basis.ts';
import type { Quantiles } from '../spread.ts';

/**
 * Logarithms of factors: by basis (weather, then climate), by lead (1 to 7), of the lowest and highest stroke,
 * of the bound below and above; 56 in all.
 */
export type Factors = Float32Array;
const OF_A_BASIS = LEADS * 4;
export const FACTORS = OF_A_BASIS * 2;
/** Of a version that had those of the weather alone. */
export const EARLIER_FACTORS = OF_A_BASIS;

/** Intended share of days beyond each bound. */
const BEYOND = 0.05;
/**
 * Step sizes: a day beyond a bound widens an AERO's own factor by the first; a day of all AEROs beyond widens
 * the shared factor by the second. Tuned in the bench.
 */
const OWN_STEP = 0.12;
const SHARED_STEP = 0.6;
/** Factors stay between a third and three: beyond that, something else is wrong. */
const MAX_LOG_SCALE = Math.log(3);

export const noFactors = (): Factors => new Float32Array(FACTORS);

export type Extreme = 'low' | 'high';
/** An extreme that is forecast at a lead, and from what. */
export interface ExtremeOf {
  readonly basis: Basis;
  readonly lead: number;
  readonly extreme: Extreme;
}
/** A bound of it. */
export interface Bound extends ExtremeOf {
  readonly above: boolean;
}
const indexOf = ({ basis, lead, extreme, above }: Bound) =>
  (basis === 'climate' ? OF_A_BASIS : 0) + (lead - 1) * 4 + (extreme === 'high' ? 2 : 0) + (above ? 1 : 0);

/** Factor of a bound: the shared one times the AERO's own. */
export function factorOf(shared: Factors, own: Factors, bound: Bound): number {
  const at = indexOf(bound);
  return Math.exp(shared[at]! + own[at]!);
}

const within = (value: number) => Math.min(MAX_LOG_SCALE, Math.max(-MAX_LOG_SCALE, value));

/** Learns from a past day: the forecast of an extreme at a lead, and the actual value. Changes `own`. */
export function learnOwn(own: Factors, of: ExtremeOf, forecast: Quantiles, actual: number): void {
  for (const above of [false, true]) {
    const beyond = above ? actual > forecast.p95 : actual < forecast.p05;
    const at = indexOf({ ...of, above });
    own[at] = within(own[at]! + OWN_STEP * ((beyond ? 1 : 0) - BEYOND));
  }
}

/** How many extremes lay beyond each bound on a day, over all AEROs. */
export interface Misses {
  readonly n: Float64Array;
  readonly beyond: Float64Array;
}
export const noMisses = (): Misses => ({ n: new Float64Array(FACTORS), beyond: new Float64Array(FACTORS) });

export function countMiss(misses: Misses, of: ExtremeOf, forecast: Quantiles, actual: number): void {
  for (const above of [false, true]) {
    const at = indexOf({ ...of, above });
    misses.n[at]! += 1;
    if (above ? actual > forecast.p95 : actual < forecast.p05) misses.beyond[at]! += 1;
  }
}

/**
 * Number of AEROs from which all are represented: fewer teach less, because one day's weather affects them
 * alike.
 */
const MANY = 10;

/**
 * Learns from a day of the AEROs of a client, or of a part of them: `aeros` is how many there are in all, so
 * that parts together teach as much as the whole. Changes `shared`.
 */
export function learnShared(shared: Factors, { n, beyond }: Misses, aeros: number): void {
  for (let at = 0; at < FACTORS; at++) {
    if (n[at]! === 0) continue;
    const step = SHARED_STEP * Math.min(1, n[at]! / Math.max(MANY, aeros));
    shared[at] = within(shared[at]! + step * (beyond[at]! / n[at]! - BEYOND));
  }
}

/** Factors as they are stored: four bytes each. */
export const factorBytes = (factors: Factors): Uint8Array =>
  new Uint8Array(Float32Array.from(factors).buffer);
/** Bytes of an earlier version hold those of the weather alone; others are ignored. */
export function factorsOf(bytes: Uint8Array | null): Factors {
  const factors = noFactors();
  if (bytes !== null && (bytes.length === FACTORS * 4 || bytes.length === EARLIER_FACTORS * 4))
    factors.set(new Float32Array(Uint8Array.from(bytes).buffer));
  return factors;
}

/** A distribution given by its median and its two twentieths, with its tails. */

/** p05, p50 and p95, in the unit of the forecast value. */
export interface Quantiles {
  readonly p05: number;
  readonly p50: number;
  readonly p95: number;
}

/**
 * The twentieth of a standard distribution: Student's t of 8 degrees of freedom, whose tails are slightly
 * heavier than the normal's, like those of forecast errors (their spread changes from day to day).
 */
export const TWENTIETH = 1.8595;

/**
 * Factor from a standard deviation to the scale of a t distribution with the same twentieths: 1.645 over
 * 1.8595.
 */
export const NORMAL_TO_T = 0.8846;

/** The quantiles for a median and a scale on either side; the scales are those of the t distribution. */
export function spreadOf(middle: number, below: number, above: number): Quantiles {
  return { p05: middle - TWENTIETH * below, p50: middle, p95: middle + TWENTIETH * above };
}

/** Quarters of the same distribution in twentieths: 0.7064 over 1.8595, the t of 8 degrees at 75 % and 95 %. */
const QUARTER = 0.7064 / TWENTIETH;

/** The central half of the distribution, in the unit of the quantiles. */
export function halfOf({ p05, p50, p95 }: Quantiles): { p25: number; p75: number } {
  return { p25: p50 - QUARTER * (p50 - p05), p75: p50 + QUARTER * (p95 - p50) };
}

/** Chance that the value is at most `x`: each side has its own scale. 0 to 1. */
export function chanceBelow({ p05, p50, p95 }: Quantiles, x: number): number {
  const scale = (x < p50 ? p50 - p05 : p95 - p50) / TWENTIETH;
  if (scale <= 0) return x < p50 ? 0 : x > p50 ? 1 : 0.5;
  return tCdf((x - p50) / scale);
}

/**
 * Distribution function of Student's t with 8 degrees of freedom, in closed form (Abramowitz and Stegun 1964,
 * 26.7.4: even degrees of freedom are a polynomial in cos θ, θ = atan(t/√ν)).
 */
function tCdf(t: number): number {
  const sine = t / Math.sqrt(8 + t * t);
  const c2 = 1 - sine * sine;
  const sum = 1 + c2 / 2 + (3 * c2 * c2) / 8 + (5 * c2 ** 3) / 16;
  return Math.min(1, Math.max(0, 0.5 + (sine * sum) / 2));
}

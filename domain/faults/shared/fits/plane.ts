/** Robust least squares of y on two regressors, for example stroke on temperature and time. */
import { robustDeviation } from '../../../physics/statistics.ts';

/** y = a + b·x + d·t. */
export interface Plane {
  readonly a: number;
  readonly b: number;
  readonly d: number;
  /** Standard errors of b and d, widened by the autocorrelation of neighbouring residuals. */
  readonly errorB: number;
  readonly errorD: number;
  /** Robust standard deviation about the plane. */
  readonly deviation: number;
  readonly n: number;
}

const ROUNDS = 10;
/** Highest autocorrelation that is assumed. */
const MAX_ALIKE = 0.9;

/** Huber's plane through at least six points; null if x or t do not vary, or vary only together. */
export function huberPlane(x: readonly number[], t: readonly number[], y: readonly number[]): Plane | null {
  const n = y.length;
  if (n < 6) return null;
  const weight = new Float64Array(n).fill(1);
  let plane: Plane | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const solved = weighted(x, t, y, weight);
    if (!solved) return plane;
    const { a, b, d, sxx, stt, determinant } = solved;
    const residuals = new Float64Array(n);
    for (let i = 0; i < n; i++) residuals[i] = y[i]! - a - b * x[i]! - d * t[i]!;
    const deviation = robustDeviation(residuals);
    const limit = Math.max(1e-9, 1.345 * deviation);
    let [own, next] = [0, 0];
    residuals.forEach((residual, i) => {
      weight[i] = Math.min(1, limit / Math.max(1e-12, Math.abs(residual)));
      const counted = Math.max(-3 * limit, Math.min(3 * limit, residual));
      own += counted ** 2;
      if (i > 0) next += counted * Math.max(-3 * limit, Math.min(3 * limit, residuals[i - 1]!));
    });
    const alike = Math.min(MAX_ALIKE, Math.max(0, own > 0 ? next / own : 0));
    const scale = Math.sqrt((own / n) * ((1 + alike) / (1 - alike)));
    const settled =
      plane !== null &&
      Math.abs(plane.d - d) < 1e-3 * plane.errorD &&
      Math.abs(plane.b - b) < 1e-3 * plane.errorB;
    plane = {
      a,
      b,
      d,
      errorB: scale * Math.sqrt(stt / determinant),
      errorD: scale * Math.sqrt(sxx / determinant),
      deviation,
      n,
    };
    if (settled) break;
  }
  return plane;
}

/**
 * Robust trend of values per day and its standard error, widened in the same way; null as in `huberPlane`.
 */
export function huberTrend(
  days: readonly number[],
  values: readonly number[],
): { rate: number; error: number } | null {
  // If a regressor carries no information the plane becomes a line.
  const plane = huberPlane(
    days.map((_, i) => (i % 2 === 0 ? 1 : -1)),
    days,
    values,
  );
  return plane && { rate: plane.d, error: plane.errorD };
}

function weighted(x: readonly number[], t: readonly number[], y: readonly number[], weight: Float64Array) {
  let [w, mx, mt, my] = [0, 0, 0, 0];
  for (let i = 0; i < y.length; i++) {
    w += weight[i]!;
    mx += weight[i]! * x[i]!;
    mt += weight[i]! * t[i]!;
    my += weight[i]! * y[i]!;
  }
  mx /= w;
  mt /= w;
  my /= w;
  let [sxx, stt, sxt, sxy, sty] = [0, 0, 0, 0, 0];
  for (let i = 0; i < y.length; i++) {
    const dx = x[i]! - mx;
    const dt = t[i]! - mt;
    const dy = y[i]! - my;
    sxx += weight[i]! * dx * dx;
    stt += weight[i]! * dt * dt;
    sxt += weight[i]! * dx * dt;
    sxy += weight[i]! * dx * dy;
    sty += weight[i]! * dt * dy;
  }
  const determinant = sxx * stt - sxt * sxt;
  if (!(determinant > 1e-6 * sxx * stt)) return null;
  const b = (sxy * stt - sty * sxt) / determinant;
  const d = (sty * sxx - sxy * sxt) / determinant;
  return { a: my - b * mx - d * mt, b, d, sxx, stt, determinant };
}

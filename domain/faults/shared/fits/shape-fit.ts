/** Least squares of a column of nights on a constant, one regressor and a step or ramp that begins at some night. */
import { robustDeviation } from '../../../physics/statistics.ts';

export type Shape = 'step' | 'ramp';

/** Nights needed before and after a step, and days needed for a ramp. */
export const BEFORE = 7;
export const AFTER = 3;
const RAMP = 9;
/** Highest autocorrelation of neighbouring residuals that is assumed. */
const MAX_ALIKE = 0.8;

/** Least scatter of a night that is assumed: mm, and ln of pressure. */
export const STROKE_FLOOR = 1.5;
export const GAS_FLOOR = 0.0007;

export interface Column {
  readonly y: Float64Array;
  readonly x: Float64Array;
  /** Strength of the prior on x's coefficient (variance of y over variance of the coefficient). */
  readonly ridge: number;
}
export interface Fit {
  readonly a: number;
  readonly b: number;
  readonly m: number;
  readonly errorB: number;
  readonly errorM: number;
  readonly scatter: number;
  readonly loss: number;
  readonly residuals: Float64Array;
}

/** Weighted least squares of y on 1, x (with a ridge) and the shape z, if there is one; null if singular. */
function solve({ y, x, ridge }: Column, z: Float64Array | null, w: Float64Array, sigma: number) {
  const n = y.length;
  let [sw, sx, sy, sz] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    sw += w[i]!;
    sx += w[i]! * x[i]!;
    sy += w[i]! * y[i]!;
    if (z) sz += w[i]! * z[i]!;
  }
  const [mx, my, mz] = [sx / sw, sy / sw, sz / sw];
  let [xx, xy, xz, zz, zy] = [ridge * sigma * sigma, 0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    const dx = x[i]! - mx;
    const dy = y[i]! - my;
    const dz = z ? z[i]! - mz : 0;
    xx += w[i]! * dx * dx;
    xy += w[i]! * dx * dy;
    xz += w[i]! * dx * dz;
    zz += w[i]! * dz * dz;
    zy += w[i]! * dz * dy;
  }
  const det = z ? xx * zz - xz * xz : xx;
  if (!(det > 1e-9 * xx * Math.max(zz, 1e-9))) return null;
  const b = z ? (xy * zz - zy * xz) / det : xy / xx;
  const m = z ? (zy * xx - xy * xz) / det : 0;
  return { a: my - b * mx - m * mz, b, m, bb: z ? zz / det : 1 / xx, mm: z ? xx / det : 0 };
}

/** Sets Huber's weights of the residuals; returns their total loss and the autocorrelation of neighbours (0 to 0.8). */
function weigh(
  residuals: Float64Array,
  sigma: number,
  weights: Float64Array,
): { loss: number; alike: number } {
  let [own, next, loss, previous] = [0, 0, 0, 0];
  for (let i = 0; i < residuals.length; i++) {
    const off = Math.abs(residuals[i]!) / sigma;
    weights[i] = Math.min(1, 2 / Math.max(1e-9, off));
    loss += huberLoss(off);
    const counted = Math.max(-3 * sigma, Math.min(3 * sigma, residuals[i]!));
    own += counted ** 2;
    next += counted * previous;
    previous = counted;
  }
  return { loss, alike: Math.min(MAX_ALIKE, Math.max(0, own > 0 ? next / own : 0)) };
}

/**
 * The same with three rounds of Huber's weights; errors widened by the autocorrelation of neighbouring
 * residuals.
 */
export function robust(column: Column, z: Float64Array | null, floor: number): Fit | null {
  const n = column.y.length;
  const w = new Float64Array(n).fill(1);
  const residuals = new Float64Array(n);
  let sigma = floor;
  for (let round = 0; ; round++) {
    const solved = solve(column, z, w, sigma);
    if (!solved) return null;
    for (let i = 0; i < n; i++)
      residuals[i] = column.y[i]! - solved.a - solved.b * column.x[i]! - (z ? solved.m * z[i]! : 0);
    sigma = Math.max(floor, robustDeviation(residuals));
    const { loss, alike } = weigh(residuals, sigma, w);
    if (round < 3) continue;
    const wide = sigma * Math.sqrt((1 + alike) / (1 - alike));
    return {
      ...solved,
      errorB: wide * Math.sqrt(solved.bb),
      errorM: wide * Math.sqrt(solved.mm),
      scatter: sigma,
      loss,
      residuals,
    };
  }
}

/** Huber's loss of a residual given in units of the scatter. */
const huberLoss = (off: number) => (off <= 2 ? off * off : 4 * off - 4);

/** Huber's loss of all residuals; `sigma` in their unit. */
export function lossOf(residuals: Float64Array, sigma: number): number {
  let sum = 0;
  for (let i = 0; i < residuals.length; i++) sum += huberLoss(Math.abs(residuals[i]!) / sigma);
  return sum;
}

/**
 * A step (0, then 1) or a ramp (0, then up to 1 on the last day) that begins on day `from`, evaluated at each
 * of the days.
 */
export function shapeOf(day: Float64Array, from: number, shape: Shape): Float64Array {
  const last = day[day.length - 1]!;
  return Float64Array.from(day, (at) => {
    if (at < from) return 0;
    return shape === 'step' ? 1 : (at - from) / Math.max(1, last - from);
  });
}

/** Days at which a shape may begin: steps between nights, ramps every four days. */
function starts(day: Float64Array, shape: Shape): number[] {
  const n = day.length;
  const list: number[] = [];
  if (shape === 'step') for (let i = BEFORE; i <= n - AFTER; i++) list.push((day[i - 1]! + day[i]!) / 2);
  else {
    const last = day[n - 1]! - RAMP;
    for (let at = day[0]! - 0.5; at <= last; at += 4) list.push(at);
  }
  return list;
}

interface Scanned {
  readonly from: number;
  readonly gain: number;
}
/**
 * The beginning of the shape that explains most, by plain least squares in all columns; null if none can be
 * fitted.
 */
export function scan(
  columns: readonly { column: Column; sigma: number }[],
  day: Float64Array,
  shape: Shape,
): Scanned | null {
  let best: Scanned | null = null;
  const weights = new Float64Array(day.length).fill(1);
  for (const from of starts(day, shape)) {
    const z = shapeOf(day, from, shape);
    let gain = 0;
    for (const { column, sigma } of columns) {
      const solved = solve(column, z, weights, sigma);
      if (solved && solved.mm > 0) gain += solved.m ** 2 / solved.mm / sigma ** 2;
    }
    if (!best || gain > best.gain) best = { from, gain };
  }
  return best;
}

/** Scatter between consecutive nights, which steps and drifts do not enlarge; at least `floor`. */
export function noiseOf({ x, y }: Column, floor: number): number {
  const steps: number[] = [];
  for (let i = 1; i < y.length; i++) if (Math.abs(x[i]! - x[i - 1]!) < 8) steps.push(y[i]! - y[i - 1]!);
  return Math.max(floor, steps.length < 5 ? 0 : robustDeviation(steps) / Math.SQRT2);
}

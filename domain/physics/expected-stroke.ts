/**
 * The stroke an AERO should have at a temperature: by theory, and by a robust fit of its own past
 * (docs/domain.md, "Expected stroke").
 */
import { thermalSlope } from './expansion.ts';
import { huberLine, median, quantile, robustDeviation } from './statistics.ts';

/**
 * Points in time order as columns of equal length: for many AEROs at a time, objects would fill the memory.
 */
export interface StrokePoints {
  /** ms since 1970. */
  readonly time: Float64Array;
  /** °C. */
  readonly temperature: Float64Array;
  /** mm. */
  readonly stroke: Float64Array;
}

/** The points from one time until before another (ms), as views on the same memory. */
export function pointsBetween(
  { time, temperature, stroke }: StrokePoints,
  from: number,
  to: number,
): StrokePoints {
  const [first, end] = [firstFrom(time, from), firstFrom(time, to)];
  const part = (values: Float64Array) => values.subarray(first, end);
  return { time: part(time), temperature: part(temperature), stroke: part(stroke) };
}

/** Index of the first of ascending times that is at or after `at`. */
function firstFrom(time: Float64Array, at: number): number {
  let [low, high] = [0, time.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Fewest points and smallest temperature span (°C) for a fit. */
export const FIT_MIN_POINTS = 200;
export const FIT_MIN_SPAN = 8;
/** Days of the past used by a fit. */
export const FIT_DAYS = 60;

/** stroke = a + b·T, with its quality. */
export interface StrokeModel {
  readonly a: number;
  /** mm/°C. */
  readonly b: number;
  /** `fit`: from the AERO's own past; `theory`: slope α·L, with the level from measures. */
  readonly source: 'fit' | 'theory';
  readonly points: number;
  /** Temperature span in °C (1st to 99th percentile). */
  readonly span: number;
  /** Robust standard deviation of the residuals, mm. */
  readonly deviation: number;
  /** Share of the stroke's variance explained, 0 to 1. */
  readonly quality: number;
}

export type NotFittable = 'no_data' | 'too_few_points' | 'temperature_span_too_small' | 'no_length';

/** Fits stroke = a + b·T (Huber), or returns why that is impossible. */
export function fitStroke({ temperature: x, stroke: y }: StrokePoints): StrokeModel | NotFittable {
  if (x.length === 0) return 'no_data';
  if (x.length < FIT_MIN_POINTS) return 'too_few_points';
  const span = quantile(x, 0.99) - quantile(x, 0.01);
  if (span < FIT_MIN_SPAN) return 'temperature_span_too_small';
  const line = huberLine(x, y);
  return line
    ? { ...line, source: 'fit', points: x.length, span, ...scatter(x, y, line) }
    : 'temperature_span_too_small';
}

export interface Geometry {
  /** Regularized length, m. */
  readonly length: number | null;
  /** 1/K. */
  readonly expansion: number;
  /** +1: the stroke grows with heat; −1 where the sensor is mounted the other way round. */
  readonly sign?: 1 | -1;
}

/** The theoretical line with slope ±α·L through the median of the measures. */
export function theoryStroke(
  { temperature: x, stroke: y }: StrokePoints,
  { length, expansion, sign = 1 }: Geometry,
): StrokeModel | NotFittable {
  if (length === null || length <= 0) return 'no_length';
  if (x.length === 0) return 'no_data';
  const b = sign * thermalSlope(length, expansion);
  const line = { a: median(y.map((stroke, i) => stroke - b * x[i]!)), b };
  return {
    ...line,
    source: 'theory',
    points: x.length,
    span: quantile(x, 0.99) - quantile(x, 0.01),
    ...scatter(x, y, line),
  };
}

/**
 * The AERO's own line where it can be fitted, else the theoretical one (if the sign is unknown, the one that
 * fits better); or why there is neither.
 */
export function expectedModel(points: StrokePoints, geometry: Geometry): StrokeModel | NotFittable {
  const fit = fitStroke(points);
  if (typeof fit !== 'string') return fit;
  const signs = geometry.sign ? [geometry.sign] : ([1, -1] as const);
  const lines = signs.map((sign) => theoryStroke(points, { ...geometry, sign }));
  const best = lines
    .filter((line) => typeof line !== 'string')
    .sort((one, other) => one.deviation - other.deviation)[0];
  return best ?? fit;
}

/** Expected stroke in mm at a temperature in °C. */
export function expectedStroke(model: Pick<StrokeModel, 'a' | 'b'>, temperature: number): number {
  return model.a + model.b * temperature;
}

function scatter(x: Float64Array, y: Float64Array, { a, b }: { a: number; b: number }) {
  const rests = y.map((stroke, i) => stroke - a - b * x[i]!);
  const deviation = robustDeviation(rests);
  const whole = robustDeviation(y);
  return { deviation, quality: whole > 0 ? Math.max(0, 1 - (deviation / whole) ** 2) : 0 };
}

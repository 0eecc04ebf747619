import { GAP_FACTOR, typicalInterval } from '@aerowatch/domain/series/gaps';

/**
 * Minimum range of the height in mm of stroke, so that the jitter of a still ram does not look like a
 * mountain.
 */
export const MIN_SPAN = 40;

/**
 * Means of one metric in its unit (stroke: mm), oldest first; a cell without a measure is missing or null.
 */
export interface Spark {
  readonly time: readonly number[];
  readonly mean: readonly (number | null)[];
  /** The requested range, ms: the curve is drawn over it until the next request. */
  readonly from: number;
  readonly to: number;
  /** A pause longer than this is a gap, ms. */
  readonly gapAfter: number;
}

/** The longest pause (ms) that is no gap: `count` measures per cell, cells `resolution` s long or single measures. */
export function longestPause(
  time: readonly number[],
  count: readonly number[],
  resolution: number | 'raw',
): number {
  const interval = typicalInterval(time) ?? Number.POSITIVE_INFINITY;
  if (resolution === 'raw') return interval * GAP_FACTOR;
  const cell = resolution * 1000;
  const usual = count.toSorted((a, b) => a - b)[count.length >> 1] ?? 0;
  // With one measure per cell, a slow clock leaves a cell empty although there was no gap.
  return usual > 1 ? cell * GAP_FACTOR : interval * GAP_FACTOR + cell;
}

/** Lowest and highest value of some sparks; null when there is no value. */
export function rangeOf(sparks: readonly Pick<Spark, 'mean'>[]): [low: number, high: number] | null {
  const values = sparks.flatMap(({ mean }) => mean.filter((value) => value !== null));
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)];
}

interface Frame {
  readonly width: number;
  readonly height: number;
}
/** Vertical position of a value in a frame, px from its top; the range spans at least `least`. */
export function heightOf(value: number, [low, high]: [number, number], height: number, least = MIN_SPAN) {
  const more = Math.max(0, least - (high - low)) / 2;
  const span = Math.max(least, high - low);
  return height * (1 - (value - low + more) / span);
}

/** A spark as an SVG path, with gaps. All sparks of a row share one range. */
export function sparkPath(spark: Spark, range: [number, number], frame: Frame, least = MIN_SPAN): string {
  let last = Number.NEGATIVE_INFINITY;
  let path = '';
  spark.time.forEach((time, at) => {
    const value = spark.mean[at] ?? null;
    if (value === null) return;
    const x = (frame.width * (time - spark.from)) / (spark.to - spark.from);
    const y = heightOf(value, range, frame.height, least);
    path += `${time - last > spark.gapAfter ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    last = time;
  });
  return path;
}

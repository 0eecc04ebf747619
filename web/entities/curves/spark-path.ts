import type { Spark } from './sparks.ts';

/** Drawn no finer than this many mm over the height: the tremble of a still ram is no mountain. */
const LEAST_SPAN = 40;

export interface SparkFrame {
  readonly width: number;
  readonly height: number;
  /** Oldest and newest moment, ms. */
  readonly from: number;
  readonly to: number;
}

/** Lowest and highest stroke of some sparks, mm; null when there is no value. */
export function rangeOf(sparks: readonly Spark[]): [low: number, high: number] | null {
  const values = sparks.flatMap(({ stroke }) => stroke.filter((value) => value !== null));
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)];
}

/** A spark as an SVG path; a silence is a gap. All sparks of a row share one range. */
export function sparkPath(spark: Spark, [low, high]: [number, number], frame: SparkFrame): string {
  const more = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  const [bottom, span] = [low - more, Math.max(LEAST_SPAN, high - low)];
  let pen = 'M';
  let path = '';
  spark.time.forEach((time, at) => {
    const value = spark.stroke[at] ?? null;
    if (value === null) {
      pen = 'M';
      return;
    }
    const x = (frame.width * (time - frame.from)) / (frame.to - frame.from);
    const y = frame.height * (1 - (value - bottom) / span);
    path += `${pen}${x.toFixed(1)} ${y.toFixed(1)}`;
    pen = 'L';
  });
  return path;
}

/** One stroke may cover both only where both ends are in the same column of pixels. */
export type Stroke = readonly [fromX: number, fromY: number, toX: number, toY: number];

/** A curve and its position on the picture, whole px; times ascend. */
export interface Crowd {
  times: ArrayLike<number>;
  /** null: a gap. undefined: a row of another curve. */
  values: ArrayLike<number | null | undefined>;
  xOf: (time: number) => number;
  yOf: (value: number) => number;
  /** The time at which the column of pixels after `x` begins. */
  endOf: (x: number) => number;
}

/** One column of pixels of a curve. */
interface Column {
  next: number;
  first: number | null;
  last: number;
  low: number;
  high: number;
  /** Whether there is a gap before the first value, and after the last. */
  cutBefore: boolean;
  cutAfter: boolean;
}

/** The drawing of a crowded curve. */
export interface Drawing {
  strokes: Stroke[];
  /** Gaps: from the end of the column before to the start of the column after. */
  silences: [fromX: number, toX: number][];
}

/**
 * For a curve with more points than pixels: one vertical stroke per column, from the lowest to the highest of
 * its values, so that no spike is lost; it begins where the previous column ended. Distant columns are joined
 * by a slanted stroke. Nothing is drawn across a gap.
 */
export function crowdedStrokes(crowd: Crowd, from: number, to: number): Drawing {
  const { times, xOf, yOf, endOf } = crowd;
  const drawing: Drawing = { strokes: [], silences: [] };
  let before: { x: number; value: number } | null = null;
  let silent = false;
  for (let row = from; row <= to; ) {
    const x = xOf(times[row]!);
    const column = columnFrom(crowd, row, to, endOf(x));
    row = column.next;
    silent ||= column.cutBefore;
    if (column.first === null) continue;
    let { low, high } = column;
    if (before !== null && silent && x > before.x) drawing.silences.push([before.x, x]);
    else if (before !== null && !silent) {
      if (x - before.x > 1) drawing.strokes.push([before.x, yOf(before.value), x, yOf(column.first)]);
      else [low, high] = [Math.min(low, before.value), Math.max(high, before.value)];
    }
    drawing.strokes.push([x, yOf(low), x, yOf(high)]);
    before = { x, value: column.last };
    silent = column.cutAfter;
  }
  return drawing;
}

function columnFrom({ times, values }: Crowd, from: number, to: number, end: number): Column {
  let [low, high, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  let first: number | null = null;
  let [cutBefore, cutAfter] = [false, false];
  let row = from;
  do {
    const value = values[row];
    if (value === null) {
      if (first === null) cutBefore = true;
      cutAfter = true;
    } else if (value !== undefined) {
      if (value < low) low = value;
      if (value > high) high = value;
      first ??= value;
      last = value;
      cutAfter = false;
    }
    row += 1;
  } while (row <= to && times[row]! < end);
  return { next: row, first, last, low, high, cutBefore, cutAfter };
}

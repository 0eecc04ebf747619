/**
 * Rows of values with a gap (null) or the end of the row on both sides. No line leads to them, so they are
 * visible only as points. Rows of other curves (undefined) in between do not separate them.
 */
export function aloneIn(values: ArrayLike<number | null | undefined>, from: number, to: number): number[] {
  const alone: number[] = [];
  // The row of a value after a gap, until another value follows.
  let candidate = -1;
  let silent = true;
  for (let row = from; row <= to; row++) {
    const value = values[row];
    if (value === undefined) continue;
    if (value === null) {
      if (candidate !== -1) alone.push(candidate);
      candidate = -1;
      silent = true;
    } else {
      candidate = silent ? row : -1;
      silent = false;
    }
  }
  if (candidate !== -1) alone.push(candidate);
  return alone;
}

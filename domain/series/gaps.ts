/** A pause longer than this many intervals is a gap: one measure lost is one, a late clock is none. */
export const GAP_FACTOR = 1.9;

/** The usual pause between datapoints (median, ms); null with fewer than two. */
export function typicalInterval(times: readonly number[]): number | null {
  if (times.length < 2) return null;
  const pauses = Float64Array.from({ length: times.length - 1 }, (_, i) => times[i + 1]! - times[i]!).sort();
  return pauses[pauses.length >> 1]!;
}

/** Puts a row of nulls into every gap, so that a chart breaks its line there. */
export function withGaps<T>(
  times: readonly number[],
  columns: readonly (readonly T[])[],
  interval: number,
): { times: number[]; columns: (T | null)[][] } {
  const outTimes: number[] = [];
  const outColumns: (T | null)[][] = columns.map(() => []);
  for (let i = 0; i < times.length; i++) {
    if (i > 0 && times[i]! - times[i - 1]! > interval * GAP_FACTOR) {
      outTimes.push(times[i - 1]! + Math.floor((times[i]! - times[i - 1]!) / 2));
      for (const column of outColumns) column.push(null);
    }
    outTimes.push(times[i]!);
    for (const [c, column] of columns.entries()) outColumns[c]!.push(column[i]!);
  }
  return { times: outTimes, columns: outColumns };
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** Bucket lengths in ms, each a multiple of a shorter one, so that any can be made of stored rollups. */
export const RESOLUTIONS: readonly number[] = [
  ...[1, 5, 10, 30, 60, 120, 300, 600, 1200, 1800].map((seconds) => seconds * SECOND),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 28, 84, 168, 336].map((days) => days * DAY),
];

/** The shortest of RESOLUTIONS (ms) with which from…to (ms) has at most `points` buckets. */
export function chooseResolution(from: number, to: number, points: number): number {
  const span = Math.max(0, to - from);
  // One bucket more than the span holds, since it may begin inside one.
  const fits = RESOLUTIONS.find((every) => Math.ceil(span / every) + 1 <= Math.max(2, points));
  return fits ?? Math.ceil(span / Math.max(1, points - 1) / DAY) * DAY;
}

/**
 * Indices of the points to draw when at most about 4 × `n` are wanted: of each of n equal stretches of
 * time the first, the smallest, the largest and the last, so that the line looks as if all were drawn.
 * Every null next to a kept value is kept as well: gaps stay gaps.
 */
export function thin(times: readonly number[], values: readonly (number | null)[], n: number): number[] {
  if (times.length <= 4 * n) return Array.from(times.keys());
  const begin = times[0]!;
  const width = (times.at(-1)! - begin) / n || 1;
  const stretchOf = (i: number) => Math.min(n - 1, Math.floor((times[i]! - begin) / width));
  const kept = new Set<number>();
  for (let from = 0, to = 0; from < times.length; from = to) {
    const stretch = stretchOf(from);
    while (to < times.length && stretchOf(to) === stretch) to++;
    for (const index of landmarks(values, from, to)) kept.add(index);
  }
  return [...kept].sort((a, b) => a - b);
}

/** Indices (from ≤ i < to) of the first, smallest, largest and last value, and of the last null. */
function landmarks(values: readonly (number | null)[], from: number, to: number): number[] {
  let [first, low, high, last, empty] = [-1, -1, -1, -1, -1];
  for (let i = from; i < to; i++) {
    const value = values[i] ?? null;
    if (value === null) {
      empty = i;
      continue;
    }
    if (first < 0) first = low = high = i;
    if (value < values[low]!) low = i;
    if (value > values[high]!) high = i;
    last = i;
  }
  return [first, low, high, last, empty].filter((index) => index >= 0);
}

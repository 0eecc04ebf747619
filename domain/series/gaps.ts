/** A pause longer than this many intervals is a gap: one lost measure counts, a slow clock does not. */
export const GAP_FACTOR = 1.9;

/** The usual pause between datapoints (median, ms); null with fewer than two. */
export function typicalInterval(times: readonly number[]): number | null {
  if (times.length < 2) return null;
  const pauses = Float64Array.from({ length: times.length - 1 }, (_, i) => times[i + 1]! - times[i]!).sort();
  return pauses[pauses.length >> 1]!;
}

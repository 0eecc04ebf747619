/** Bucket lengths in ms, each a multiple of a shorter one, so that any can be made from stored rollups. */
import { DAY, HOUR, SECOND } from '../durations.ts';
export const RESOLUTIONS: readonly number[] = [
  ...[1, 5, 10, 30, 60, 120, 300, 600, 1200, 1800].map((seconds) => seconds * SECOND),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 28, 84, 168, 336].map((days) => days * DAY),
];

/** The shortest of RESOLUTIONS (ms) that divides from…to (ms) into at most `points` buckets. */
export function chooseResolution(from: number, to: number, points: number): number {
  const span = Math.max(0, to - from);
  // One bucket more than the span holds, because it may begin inside one.
  const fits = RESOLUTIONS.find((every) => Math.ceil(span / every) + 1 <= Math.max(2, points));
  return fits ?? Math.ceil(span / Math.max(1, points - 1) / DAY) * DAY;
}

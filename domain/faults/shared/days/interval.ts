import { DAY } from '../../../durations.ts';
import { median } from '../../../physics/statistics.ts';
import type { Day } from './days.ts';

/** Days considered, so that a changed log time takes effect within a fortnight. */
const LOOKED_AT = 14;

/**
 * Median seconds between consecutive measures, so that gaps do not count; null with fewer than four measures.
 */
export function intervalOf(days: readonly Day[], now: number): number | null {
  const steps: number[] = [];
  let before: number | null = null;
  for (const { start, samples } of days) {
    if (start <= now - LOOKED_AT * DAY) continue;
    const { time } = samples;
    for (let i = 0; i < time.length; i++) {
      if (before !== null) steps.push((time[i]! - before) / 1000);
      before = time[i]!;
    }
  }
  return steps.length < 3 ? null : median(steps);
}

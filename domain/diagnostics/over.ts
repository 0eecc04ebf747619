/** Whether a change of the nights is over: the ram, or its reading, came back to where it was before. */

import { DAY } from '../durations.ts';
import { median } from '../physics/statistics.ts';
import type { Baseline, Change } from './changes.ts';

/** Days by which the nights may miss the hour of a jump. */
const MISSES = 1.5;
/** Newest nights that must all lie off the baseline by less than a share of the change. */
const NIGHTS = 2;
const BACK = 0.4;
/** Scatters of a night that a change must beat for a night to tell. */
const TELLS = 4;

/** Whether what the nights show lasts no more. */
function isOver(
  { since, stroke, shape, origin }: Change,
  { rests, deviation }: Baseline,
  putRight: readonly number[],
): boolean {
  if (shape === 'step' && putRight.some((time) => Math.abs(time / DAY - since) < MISSES)) return true;
  // The nights' stroke tells of what moved the stroke alone.
  if (origin === 'gas' || origin === 'pressure_sensor') return false;
  if (Math.abs(stroke) < TELLS * deviation) return false;
  return rests.slice(-NIGHTS).every((rest) => Math.abs(rest) < BACK * Math.abs(stroke));
}

/**
 * The change when it lasts; else none, and the baseline through where the ram stands now. `putRight`: when that jumped
 * which was put right since, and when it was put right, ms.
 */
export function lasting(
  { baseline, change }: { readonly baseline: Baseline; readonly change: Change | null },
  putRight: readonly number[],
): { baseline: Baseline; change: Change | null } {
  if (!change || !isOver(change, baseline, putRight)) return { baseline, change };
  // What jumped early may have been taken for the rule, and what came after it for the change.
  const off = median([...baseline.rests.slice(-NIGHTS)]);
  const rests = baseline.rests.map((rest) => rest - off);
  return { baseline: { ...baseline, a: baseline.a + off, rests }, change: null };
}

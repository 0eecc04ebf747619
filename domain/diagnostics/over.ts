/** Whether a change of the nights is over: the ram, or its reading, came back to where it was before. */

import { DAY } from '../durations.ts';
import { median } from '../physics/statistics.ts';
import type { Baseline, Change } from './changes.ts';
import type { Stretch } from './nights.ts';

/** Newest nights that must all lie off the baseline by less than a share of the change. */
const NIGHTS = 2;
const BACK = 0.4;
/** Scatters of a night that a change must beat for a night to tell. */
const TELLS = 4;

/** Whether what the nights show lasts no more. */
function isOver({ stroke, origin }: Change, { rests, deviation }: Baseline): boolean {
  // The nights' stroke tells of what moved the stroke alone.
  if (origin === 'gas' || origin === 'pressure_sensor') return false;
  if (Math.abs(stroke) < TELLS * deviation) return false;
  return rests.slice(-NIGHTS).every((rest) => Math.abs(rest) < BACK * Math.abs(stroke));
}

/** Days by which the nights may miss the moment of a jump. */
const MISSES = 1.5;

/** The change since the jump that it is what remains of: what was brought back in part stands off since it fell. */
function sinceItFell(change: Change, putRight: readonly Stretch[]): Change {
  const fell = putRight.find(
    ({ from, to }) => change.since > from / DAY - MISSES && change.since < to / DAY + MISSES,
  );
  if (!fell || change.shape === 'ramp') return change;
  const since = fell.from / DAY;
  return { ...change, since, lasts: change.lasts + change.since - since, stands: fell.to / DAY };
}

/**
 * The change when it lasts; else none, and the baseline through where the ram stands now. `putRight`: from when
 * something jumped until that was put right; the nights between are no part of the change.
 */
export function lasting(
  { baseline, change }: { readonly baseline: Baseline; readonly change: Change | null },
  putRight: readonly Stretch[],
): { baseline: Baseline; change: Change | null } {
  if (!change) return { baseline, change };
  if (!isOver(change, baseline)) return { baseline, change: sinceItFell(change, putRight) };
  // What jumped early may have been taken for the rule, and what came after it for the change.
  const off = median([...baseline.rests.slice(-NIGHTS)]);
  const rests = baseline.rests.map((rest) => rest - off);
  return { baseline: { ...baseline, a: baseline.a + off, rests }, change: null };
}

/** Whether a change is certain enough to be reported, and how certain its origin is. */

import { SELDOM } from '../../row.ts';
import { slippedWire } from '../../slipped-wire/fault.ts';
import type { Nights } from '../nights/nights.ts';
import type { Change } from './changes.ts';
import type { Origin } from './origin.ts';

/** χ² from which a change is not chance, although every night is tested every day for years. */
const SURE = 50;
/** χ² by which its shape must beat the other: a leak that has just begun looks like a step for some days. */
const SHAPE = { step: 8, ramp: 3 } as const;
/** χ² from which a step needs no such margin. */
const PLAIN = 400;
/** Probability from which an origin is named. */
export const NAMED = 0.7;

/** Factor on `SURE` because a box that logs seldom has fewer samples a night. */
const DOUBT = { step: 2, ramp: 4 } as const;
/**
 * Days a step must have lasted, fewer if it is large (mm, ln): beginning leaks and friction look like a step.
 */
const STOOD = 5;
export const LARGE = { stroke: 60, gas: 0.03, days: 1.4 } as const;
/** Nights needed before a step that is not large: with fewer, a cold week may have been taken as normal. */
export const SEEN_BEFORE = 14;
/** mm from which a slip is bad. */
export const SLIP_BAD = slippedWire.thresholds.step.value[1];
/** Nights needed for a ramp. */
const NIGHTS = 25;

/** Whether a change is certain enough to be reported. `interval`: s between measures. */
export function isSure(change: Change, interval: number | null, { n, day }: Nights): boolean {
  const doubt = (interval ?? 600) > SELDOM ? DOUBT[change.shape] : 1;
  if (change.gain < SURE * doubt) return false;
  if (change.shape === 'ramp' && n < NIGHTS) return false;
  const large = Math.abs(change.stroke) >= LARGE.stroke || Math.abs(change.gas) >= LARGE.gas;
  if (change.shape === 'step' && change.lasts < (large ? LARGE.days : STOOD)) return false;
  const before = day.findIndex((at) => at > change.since);
  if (change.shape === 'step' && !large && before < SEEN_BEFORE) return false;
  const shaped = change.over >= SHAPE[change.shape] || (change.shape === 'step' && change.gain > PLAIN);
  return shaped;
}

/** Confidence, 0 to 1, that the change is real; before calibration. */
export const realityOf = ({ gain }: Change) => (gain > 120 ? 0.97 : gain > 80 ? 0.93 : 0.87);

/** Confidence, 0 to 1, that the change is real and of this origin; before calibration. */
export const confidenceOf = (change: Change, origin: Origin): number =>
  Math.min(0.98, realityOf(change) * change.chances[origin]);

/** The second most likely origin; null if it is ruled out. */
export function otherOrigin(change: Change): Origin | null {
  const others = (Object.keys(change.chances) as Origin[])
    .filter((origin) => origin !== change.origin)
    .sort((a, b) => change.chances[b] - change.chances[a]);
  return others[0] && change.chances[others[0]] > 0.08 ? others[0] : null;
}

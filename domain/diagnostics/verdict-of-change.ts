/** Whether a change is sure enough to be said, and how sure its origin is. */
import type { Change } from './changes.ts';
import type { Nights } from './nights.ts';
import type { Origin } from './origin.ts';

/** χ² from which a change is no chance, looked at every day for years at every night. */
const SURE = 50;
/** By how much its shape must be the better one: what has just begun to leak looks like a step for some days. */
const SHAPE = { step: 8, ramp: 3 } as const;
/** χ² from which a step is a step at once. */
const PLAIN = 400;
/** Chance of an origin from which it is named. */
export const NAMED = 0.7;

/** Boxes that log seldom see the nights less well. */
const SELDOM = 7200;
const DOUBT = { step: 2, ramp: 4 } as const;
/** Days a step must have stood, unless it is large: what begins to leak or to rub looks like one. mm and ln. */
const STOOD = 5;
const LARGE = { stroke: 60, gas: 0.03, days: 1.4 } as const;
/** Nights that must have been seen before one that is not large: of fewer a cold week may have been the rule. */
const SEEN_BEFORE = 14;
/** Nights a ramp needs. */
const NIGHTS = 25;

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

/** Confidence that it is this origin: of what was said so, this share was so. */
export function confidenceOf(change: Change, origin: Origin): number {
  const real = change.gain > 120 ? 0.97 : change.gain > 80 ? 0.93 : 0.87;
  return Math.min(0.98, real * change.chances[origin]);
}

/** The next likely origin, when it is not ruled out. */
export function otherOrigin(change: Change): Origin | null {
  const others = (Object.keys(change.chances) as Origin[])
    .filter((origin) => origin !== change.origin)
    .sort((a, b) => change.chances[b] - change.chances[a]);
  return others[0] && change.chances[others[0]] > 0.08 ? others[0] : null;
}

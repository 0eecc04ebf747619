/** What this ram's own friction holds, learnt from the weeks before: mostly far less than the highest allowed. */

import { DAY } from '../durations.ts';
import type { DiagnosticContext } from './context.ts';
import { isHeldByEnd } from './held-at-end.ts';
import { heldStretches, UNSURE } from './held-stretches.ts';

/** Days before a time in which the ram's own friction shows, and fewest days of measures for it. */
const OWN_DAYS = 75;
const KNOWN_DAYS = 20;
/** Stretches of those days that may have been ice themselves. */
const SET_ASIDE = 2;

/**
 * Largest change of the wire, °C, for which the ram stood still in the weeks before `since` (ms), but for the largest
 * few, which may have been ice; null with too short a record.
 */
export function ownHold({ drive, travel, whole }: DiagnosticContext, since: number): number | null {
  if (drive.time[0]! > since - KNOWN_DAYS * DAY) return null;
  const held = heldStretches(drive, since, 0, OWN_DAYS)
    .filter(({ to, level }) => to < since && !isHeldByEnd(level, travel))
    .map(({ asked }) => asked)
    .sort((a, b) => b - a);
  return UNSURE + Math.max(whole?.width ?? 0, held[SET_ASIDE] ?? held.at(-1) ?? 0);
}

/**
 * How much this ram's own friction holds, learnt from earlier weeks: usually far less than the highest
 * allowed.
 */

import { DAY } from '../../../durations.ts';
import type { DiagnosticContext } from '../context.ts';
import { isAtEnd } from '../drive/ends.ts';
import { stillness } from '../drive/stillness.ts';
import { heldStretches, UNSURE } from './held-stretches.ts';

/** Days before a time in which the ram's own friction is measured, and fewest days with measures. */
const OWN_DAYS = 75;
const KNOWN_DAYS = 20;
/** Number of stretches of those days that may have been ice. */
const SET_ASIDE = 2;

/**
 * Days before a time, now and earlier, and growth of the share of time the ram stands still that means
 * growing friction.
 */
const NEWLY = 12;
const EARLIER = [75, 25] as const;
const STILLER = 0.2;

/** Whether friction had begun to grow by then (ms), so that its earlier hold says little. */
function hadGrown(drive: DiagnosticContext['drive'], since: number): boolean {
  const recent = stillness(drive, since - NEWLY * DAY, since);
  const before = stillness(drive, since - EARLIER[0] * DAY, since - EARLIER[1] * DAY);
  return recent !== null && before !== null && recent - before > STILLER;
}

/**
 * Largest change of the wire, °C, for which the ram stood still in the weeks before `since` (ms), without the
 * largest few, which may have been ice; null with too short a record, or where friction was growing.
 */
export function ownHold({ drive, travel, whole }: DiagnosticContext, since: number): number | null {
  if (drive.time[0]! > since - KNOWN_DAYS * DAY || hadGrown(drive, since)) return null;
  const held = heldStretches(drive, since, 0, OWN_DAYS)
    .filter(({ to, level }) => to < since && !isAtEnd(level, travel))
    .map(({ asked }) => asked)
    .sort((a, b) => b - a);
  return UNSURE + Math.max(whole?.width ?? 0, held[SET_ASIDE] ?? held.at(-1) ?? 0);
}

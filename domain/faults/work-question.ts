/** A step may be work on site that nobody entered: whether somebody worked there is asked once. */
import { DAY } from '../durations.ts';
import { type Finding, isReported } from './finding.ts';

/** ms between a step and an answer about it: its time is known to a day or two, and moves as days are added. */
const SAME_STEP = 3 * DAY;

/**
 * The time (ms) at which somebody may have worked, if a finding raises the question; null where it does not, or
 * `answered` (ms) has it.
 */
export function workQuestion(finding: Finding, answered: readonly number[]): number | null {
  const at = finding.since ?? finding.noticed;
  if (at === null || !isReported(finding)) return null;
  if (!finding.candidates.some(({ cause }) => cause === 'work_done')) return null;
  return answered.some((known) => Math.abs(known - at) < SAME_STEP) ? null : at;
}

/** Decides whether a step of the stroke against the temperature is a step of the temperature reading. */

import { DAY } from '../../../durations.ts';
import { stepAgainstNeighbours, stepAgainstTwin } from '../../sun-on-sensor/method.ts';
import type { DiagnosticContext } from '../context.ts';
import { whichJumped } from '../jumps/which-jumped.ts';
import type { Change } from './changes.ts';

/**
 * Step of the temperature that counts, °C: against the twin's or by its own jump, and against neighbours',
 * which are at other places; and share of the stroke's step that it must explain.
 */
const WARMER = 1.2;
const ELSEWHERE = 2.4;
const EXPLAINS = 0.5;

/** °C by which the temperature has read higher since a step of the stroke that it explains; null if it does not. */
export interface Warmer {
  readonly step: number | null;
  /** Whether the measures distinguish the two causes; if not, either is possible. */
  readonly known: boolean;
  /**
   * Whether it is certain, whatever the gas does: if the gas is not tuned to its wire, the pressure disagrees
   * too.
   */
  readonly certain: boolean;
}
const UNKNOWN: Warmer = { step: null, known: false, certain: false };

/** What the temperature reading did at a change of the stroke. */
export function warmerReading(context: DiagnosticContext, change: Change): Warmer {
  const { slope } = context;
  if (slope === null || change.shape !== 'step') return UNKNOWN;
  const explains = (step: number) =>
    Math.abs(change.stroke + step * slope) < EXPLAINS * Math.abs(change.stroke);
  const byTwin = stepAgainstTwin(context, change.since * DAY);
  if (byTwin === null) return withoutTwin(context, change.since * DAY, change.stroke / slope, explains);
  const is = Math.abs(byTwin) >= WARMER && explains(byTwin);
  return { step: is ? byTwin : null, known: true, certain: is };
}

/**
 * The same from the readings' own jump and the neighbours; `degrees`: the step of the stroke divided by the
 * slope.
 */
function withoutTwin(
  context: DiagnosticContext,
  since: number,
  degrees: number,
  explains: (step: number) => boolean,
): Warmer {
  const { drive, slope } = context;
  const jumped = Math.abs(degrees) < WARMER ? null : whichJumped(drive, slope!, since, degrees);
  if (jumped === 'stroke') return { step: null, known: true, certain: false };
  const near = stepAgainstNeighbours(context, since);
  // For a smaller step the neighbours are not informative.
  const tells = near !== null && Math.abs(degrees) >= ELSEWHERE;
  const agrees = near !== null && Math.abs(near) >= ELSEWHERE && explains(near);
  if (jumped === 'temperature' && (agrees || !tells))
    return { step: agrees ? near : -degrees, known: true, certain: true };
  return { step: agrees ? near : null, known: agrees || (tells && jumped === null), certain: false };
}

/** Work on site without a baseline reset, which leaves a step as a fault does: gas filled in, the ram set anew, the wire taken up. */

import type { DiagnosticContext } from '../context.ts';
import type { Change } from './changes.ts';
import { ORIGINS } from './origin.ts';
import { NAMED } from './verdict-of-change.ts';

/** Share of the probability that no fault explains from which it was work: gas was filled in, see origin.ts. */
const NO_FAULT = 0.5;
/**
 * mm that the ram moves at most where people take up a wire's stretch; a slip of 80 mm moves it by 60 at least. A clamp
 * lets a wire become longer only. A fixed point that slips shortens one half of the wire, but lengthens the other, which
 * is named there.
 */
const TAKEN_UP = 50;

/** Whether a wire that is shorter by `stroke`, mm, was taken up by people. `slope`: signed, of a free ram. */
export const isTakenUp = (stroke: number, slope: number | null): boolean =>
  slope !== null && stroke * slope < 0 && Math.abs(stroke) < TAKEN_UP;

/** Whether a sure change is work done on site; the ram stands where people set it, as far as that moved it. */
export function isWorkDone({ slope }: DiagnosticContext, change: Change): boolean {
  const { shape, origin, stroke, chances } = change;
  if (shape !== 'step') return false;
  const faults = ORIGINS.reduce((sum, one) => sum + chances[one], 0);
  // Without a pressure the reading alone may have moved.
  const isOfWire = origin === 'wire' && chances.wire >= NAMED && Number.isFinite(change.gasError);
  return faults < NO_FAULT || (isOfWire && isTakenUp(stroke, slope));
}

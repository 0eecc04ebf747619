/**
 * Work on site without a baseline reset, which leaves a step like a fault's: gas filled in, the ram
 * readjusted, the wire shortened.
 */

import type { DiagnosticContext } from '../context.ts';
import type { Change } from './changes.ts';
import { ORIGINS } from './origin.ts';
import { NAMED } from './verdict-of-change.ts';

/**
 * Share of the probability that no fault explains from which it was work: see the filled-in gas in origin.ts.
 */
const NO_FAULT = 0.5;
/**
 * Largest movement of the ram in mm when people take up a wire's stretch; a slip of 80 mm moves it by 60 at
 * least. In a clamp a wire can only become longer. A fixed point that slips shortens one half of the wire,
 * but lengthens the other, where it is reported.
 */
const TAKEN_UP = 50;

/** Whether people shortened a wire that is shorter by `stroke`, mm. `slope`: signed, of a free ram. */
export const isTakenUp = (stroke: number, slope: number | null): boolean =>
  slope !== null && stroke * slope < 0 && Math.abs(stroke) < TAKEN_UP;

/** Whether a certain change is work done on site; people then set the ram to its present position. */
export function isWorkDone({ slope }: DiagnosticContext, change: Change): boolean {
  const { shape, origin, stroke, chances } = change;
  if (shape !== 'step') return false;
  const faults = ORIGINS.reduce((sum, one) => sum + chances[one], 0);
  // Without a pressure the reading alone may have moved.
  const isOfWire = origin === 'wire' && chances.wire >= NAMED && Number.isFinite(change.gasError);
  return faults < NO_FAULT || (isOfWire && isTakenUp(stroke, slope));
}

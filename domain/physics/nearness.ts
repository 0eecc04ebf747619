/** How near a ram is to its stops (docs/domain.md, "End stops"). */
import { LIES, type Travel } from '../forecast/standing/travel.ts';

/** Free, within a safety margin, or on a stop. */
export type Nearness = 'free' | 'margin' | 'stop';
/** The nearer end: `low` is the stroke 0. */
export type End = 'low' | 'high';

/** The state of a stroke in mm relative to its nearer stop, and which stop that is. */
export function nearnessOf(stroke: number, travel: Travel): { nearness: Nearness; end: End } {
  const above = travel.stroke - stroke;
  const end: End = stroke <= above ? 'low' : 'high';
  const left = Math.min(stroke, above);
  const margin = end === 'low' ? travel.minOffset : travel.maxOffset;
  return { nearness: left <= LIES ? 'stop' : left <= margin ? 'margin' : 'free', end };
}

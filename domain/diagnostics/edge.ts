import { FIT_MIN_SPAN, type StrokePoint } from '../physics/expected-stroke.ts';
import { quantile } from '../physics/statistics.ts';
import type { Day } from './days.ts';
import { huberPlane, type Plane } from './plane.ts';
import { DAY } from './points.ts';

/**
 * stroke = a + b·T + d·days at the coldest hours of the nights. There the ram has drawn in to the
 * same edge of its friction loop night after night, no sun heats the wire more than the device, and few
 * trains run: what is left scatters by 1 to 3 mm, ten times less than all hours together.
 */
export interface Edge extends Plane {
  /** Temperature span of the nights, °C. */
  readonly span: number;
  /** Time from which d's days are counted, ms. */
  readonly at: number;
}

/** mm by which a night is off the edge. */
export function offEdge(edge: Edge, night: StrokePoint): number {
  return night.stroke - edge.a - edge.b * night.temperature - (edge.d * (night.time - edge.at)) / DAY;
}

/** Fewest nights for a line with a drift. */
export const EDGE_NIGHTS = 20;

/** The edge over the last `count` days up to `now`; null with under 20 nights or 8 °C of span. */
export function edgeOf(days: readonly Day[], now: number, count: number): Edge | null {
  const nights = days.flatMap(({ coldest }) =>
    coldest && coldest.time > now - count * DAY && coldest.time <= now ? [coldest] : [],
  );
  if (nights.length < EDGE_NIGHTS) return null;
  const temperatures = nights.map((night) => night.temperature);
  const span = quantile(temperatures, 0.98) - quantile(temperatures, 0.02);
  if (span < FIT_MIN_SPAN) return null;
  const plane = huberPlane(
    temperatures,
    nights.map((night) => (night.time - now) / DAY),
    nights.map((night) => night.stroke),
  );
  return plane && { ...plane, span, at: now };
}

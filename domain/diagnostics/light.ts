/** The middle of the panel's day: about solar noon, so that no longitude is needed. */
import { HOUR } from '../durations.ts';
import type { Measure } from '../metrics.ts';
import { median } from '../physics/statistics.ts';

/** Panel voltage under which it is night, V. */
const DARK = 0.5;
/** Lit measures that make a day. */
const MIN_POINTS = 12;

/** ms; null for a day with too few lit measures, and for one that is cut, as the newest is: it has no middle. */
export function noonOf(points: readonly Measure[]): number | null {
  const lit = (point: Measure) => (point.solar_voltage ?? 0) > DARK;
  let count = 0;
  for (const point of points) if (lit(point)) count++;
  if (count < MIN_POINTS || lit(points[0]!) || lit(points.at(-1)!)) return null;
  return (points.find(lit)!.time + points.findLast(lit)!.time) / 2;
}

/** Hour (UTC) of solar noon by the longitude, else by the middles of the days' light; null where neither is known. */
export function noonHourOf(
  days: readonly { readonly start: number; readonly noon: number | null }[],
  longitude: number | null,
): number | null {
  if (longitude !== null) return 12 - longitude / 15;
  const middles = days.flatMap(({ noon, start }) => (noon === null ? [] : [(noon - start) / HOUR]));
  return middles.length > 0 ? median(middles) : null;
}

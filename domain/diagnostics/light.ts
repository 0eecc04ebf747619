/** The middle of the panel's day: about solar noon, so that no longitude is needed. */
import { HOUR } from '../durations.ts';
import { median } from '../physics/statistics.ts';
import type { Samples } from './samples.ts';

/** Panel voltage under which it is night, V. */
const DARK = 0.5;
/** Lit measures that make a day. */
const MIN_POINTS = 12;

/** ms; null for a day with too few lit measures, and for one that is cut, as the newest is: it has no middle. */
export function noonOf({ time, solar_voltage: volts }: Samples): number | null {
  let [count, first, last] = [0, -1, -1];
  for (let i = 0; i < volts.length; i++) {
    if (!(volts[i]! > DARK)) continue;
    count++;
    if (first < 0) first = i;
    last = i;
  }
  return count < MIN_POINTS || first === 0 || last === volts.length - 1
    ? null
    : (time[first]! + time[last]!) / 2;
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

/** Solar noon from the panel's light, for boxes whose longitude is unknown. */
import { HOUR } from '../../../durations.ts';
import { median } from '../../../physics/statistics.ts';
import type { Samples } from '../days/samples.ts';

/** Panel voltage under which it is night, V. */
const DARK = 0.5;
/** Fewest lit measures of a day. */
const MIN_POINTS = 12;

/** Middle of a day's light, ms; null with too few lit measures or if the day is cut off, as the newest is. */
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

/** Hour (UTC) of solar noon, by the longitude (°), else by the middles of the days' light; null without either. */
export function noonHourOf(
  days: readonly { readonly start: number; readonly noon: number | null }[],
  longitude: number | null,
): number | null {
  if (longitude !== null) return 12 - longitude / 15;
  const middles = days.flatMap(({ noon, start }) => (noon === null ? [] : [(noon - start) / HOUR]));
  return middles.length > 0 ? median(middles) : null;
}

/** Points with stroke, and their days. */
import type { StrokePoint } from '../physics/expected-stroke.ts';
import { median } from '../physics/statistics.ts';

export const DAY = 86_400_000;
export const HOUR = 3_600_000;

/** A measure with stroke and temperature. */
export type FullPoint = StrokePoint & {
  readonly pressure: number | null;
  readonly solar_voltage: number | null;
};

/** Panel voltage under which it is night, V. */
export const DARK = 0.5;

/** Groups by UTC day: start of day (ms) → its items. */
export function byDay<T extends { time: number }>(points: readonly T[]): Map<number, T[]> {
  const days = new Map<number, T[]>();
  for (const point of points) {
    const day = Math.floor(point.time / DAY) * DAY;
    const list = days.get(day);
    if (list) list.push(point);
    else days.set(day, [point]);
  }
  return days;
}

/** Median of each UTC day that has at least `least` values, as columns of days (numbers) and values. */
export function dailyMedians(
  samples: readonly { time: number; value: number }[],
  least = 6,
): { day: number[]; value: number[] } {
  const day: number[] = [];
  const value: number[] = [];
  for (const [start, list] of byDay(samples)) {
    if (list.length < least) continue;
    day.push(start / DAY);
    value.push(median(list.map((sample) => sample.value)));
  }
  return { day, value };
}

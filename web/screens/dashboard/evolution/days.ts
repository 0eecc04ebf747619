import { DAY } from '@aerowatch/domain/durations';

/** Days that can be shown. */
export const RANGES = [30, 90, 365] as const;
export type Range = (typeof RANGES)[number];

/** A UTC day (`2026-11-21`) with its number of measures. */
export interface DayCount {
  readonly day: string;
  readonly count: number;
}

/** Every day of the range up to `today`, also those without a measure. */
export function filledDays(counts: readonly DayCount[], days: number, now: number): DayCount[] {
  const byDay = new Map(counts.map(({ day, count }) => [day.slice(0, 10), count]));
  const today = Math.floor(now / DAY) * DAY;
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(today - (days - 1 - index) * DAY).toISOString().slice(0, 10);
    return { day, count: byDay.get(day) ?? 0 };
  });
}

/** A round number at or above the highest count, and its ticks: 1, 2 or 5 times a power of ten. */
export function axisOf(most: number): { top: number; ticks: number[] } {
  if (most <= 0) return { top: 1, ticks: [0, 1] };
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? power,
  );
  const top = Math.ceil(most / step) * step;
  return { top, ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step) };
}

/** Which days get a label on an axis of this width: at most one per `room` px, always including the last. */
export function labelled(days: number, width: number, room = 80): ReadonlySet<number> {
  const every = Math.max(1, Math.ceil((days * room) / Math.max(width, room)));
  const found = new Set<number>();
  for (let index = days - 1; index >= 0; index -= every) found.add(index);
  return found;
}

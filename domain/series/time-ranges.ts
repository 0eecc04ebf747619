/**
 * The customer's time ranges, a year, and frequencies. "Last week" and "last month" are the whole calendar week
 * (Monday to Sunday) and month before this one in the reader's time zone; the others end now.
 */
import { MINUTE } from '../durations.ts';
import { zonedDate, zonedTime } from './time-zone.ts';

export const TIME_RANGES = [
  'last_5_minutes',
  'last_hour',
  'last_24_hours',
  'last_7_days',
  'last_week',
  'last_month',
  'last_12_months',
  'custom',
] as const;
export type TimeRange = (typeof TIME_RANGES)[number];

const ROLLING: Partial<Record<TimeRange, number>> = {
  last_5_minutes: 5 * MINUTE,
  last_hour: 60 * MINUTE,
  last_24_hours: 24 * 60 * MINUTE,
  last_7_days: 7 * 24 * 60 * MINUTE,
  last_12_months: 365 * 24 * 60 * MINUTE,
};

/** from ≤ time < to, ms since 1970. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/**
 * A range at `now` (ms) in an IANA time zone. `custom` takes its days, both included, as YYYY-MM-DD; without
 * days it is the last 24 hours.
 */
export function timeRange(
  range: TimeRange,
  now: number,
  zone: string,
  custom?: { from: string; to: string },
): Interval {
  const rolling = ROLLING[range];
  if (rolling !== undefined) return { from: now - rolling, to: now };
  const { year, month, day, weekday } = zonedDate(now, zone);
  if (range === 'last_week') {
    const monday = day - ((weekday + 6) % 7);
    return { from: zonedTime(year, month, monday - 7, zone), to: zonedTime(year, month, monday, zone) };
  }
  if (range === 'last_month')
    return { from: zonedTime(year, month - 1, 1, zone), to: zonedTime(year, month, 1, zone) };
  const [from, to] = [custom?.from, custom?.to].map((text) => /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? ''));
  if (!from || !to) return { from: now - ROLLING.last_24_hours!, to: now };
  const at = (match: RegExpExecArray, plus: number) =>
    zonedTime(Number(match[1]), Number(match[2]), Number(match[3]) + plus, zone);
  return { from: at(from, 0), to: at(to, 1) };
}

/** Seconds in one of each unit of a frequency. */
export const FREQUENCY_UNITS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
export type FrequencyUnit = keyof typeof FREQUENCY_UNITS;

/** Seconds between points, for one point per `value` units. */
export function frequencySeconds(value: number, unit: FrequencyUnit): number {
  return value * FREQUENCY_UNITS[unit];
}

/** The extremes of an AERO's days: the input of a forecast, and its reference. */
import { DAY, HOUR } from '../durations.ts';
import { SILENT_DAYS } from './unavailable.ts';

/** The extremes of a day, from hourly medians so that no train makes an extreme. */
export interface DayExtremes {
  /** Days since 1970 in the local solar time of the place. */
  readonly day: number;
  /** mm. */
  readonly low: number;
  readonly high: number;
  /** Of the device, °C. */
  readonly coldest: number;
  readonly warmest: number;
}

interface Hour {
  readonly time: number;
  readonly temperature: number;
  readonly stroke: number;
}

/**
 * Hours by which the days of a place are ahead of UTC, by its solar time, so that the heat of an afternoon
 * and the cold of the following morning are never on one day, whatever the legal clock.
 */
export function solarOffset(longitude: number | null): number {
  return longitude === null ? 0 : Math.round(longitude / 15);
}

/** Day of the place (days since 1970) at a time in ms. */
export const placeDay = (time: number, offset: number) => Math.floor((time + offset * HOUR) / DAY);

/** Share of its usual measuring hours that a day must contain for its extremes to be known. */
const ENOUGH = 0.75;

/** The extremes of days with enough measures, ascending; the newest day only when it is over. */
export function extremesOf(hours: readonly Hour[], offset: number): DayExtremes[] {
  const days = Map.groupBy(hours, ({ time }) => placeDay(time, offset));
  const counts = [...days.values()].map((list) => list.length).sort((a, b) => a - b);
  const usual = counts[Math.floor(counts.length * 0.7)] ?? 0;
  const last = placeDay(hours.at(-1)?.time ?? 0, offset);
  const found: DayExtremes[] = [];
  for (const [day, list] of days) {
    if (day === last || list.length < Math.max(2, ENOUGH * usual)) continue;
    let [low, high, coldest, warmest] = [1e9, -1e9, 1e9, -1e9];
    for (const { stroke, temperature } of list) {
      low = Math.min(low, stroke);
      high = Math.max(high, stroke);
      coldest = Math.min(coldest, temperature);
      warmest = Math.max(warmest, temperature);
    }
    found.push({ day, low, high, coldest, warmest });
  }
  return found.sort((one, other) => one.day - other.day);
}

/**
 * Hours of the UTC day in which it measured on its last days, one bit each; with few days, exactly those
 * hours.
 */
export function logHours(hours: readonly Hour[]): number {
  const newest = hours.at(-1)?.time ?? 0;
  let mask = 0;
  for (const { time } of hours) if (time > newest - 10 * DAY) mask |= 1 << (Math.floor(time / HOUR) % 24);
  return mask;
}

/** Days that are kept: a year and a month, so that a season finds the previous one. */
export const RETENTION_DAYS = 400;
/** Strokes reach 2,000 mm, temperatures 100 °C: sixteenths of either fit in 16 bits. */
const PARTS = 16;
const NONE = -32_768;
const COLUMNS = ['low', 'high', 'coldest', 'warmest'] as const;
const WIDTH = COLUMNS.length * 2;

/** Days as 8 bytes each, from the first day on; days between without extremes are empty. */
export function packExtremes(days: readonly DayExtremes[]): { first: number; bytes: Uint8Array } {
  const first = days[0]?.day ?? 0;
  const length = days.length === 0 ? 0 : days.at(-1)!.day - first + 1;
  const view = new DataView(new ArrayBuffer(length * WIDTH));
  for (let i = 0; i < length * COLUMNS.length; i++) view.setInt16(i * 2, NONE);
  for (const day of days)
    COLUMNS.forEach((column, at) => {
      view.setInt16((day.day - first) * WIDTH + at * 2, Math.round(day[column] * PARTS));
    });
  return { first, bytes: new Uint8Array(view.buffer) };
}

export function unpackExtremes(first: number, bytes: Uint8Array): DayExtremes[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const days: DayExtremes[] = [];
  for (let i = 0; i * WIDTH < bytes.byteLength; i++) {
    if (view.getInt16(i * WIDTH) === NONE) continue;
    const [low = 0, high = 0, coldest = 0, warmest = 0] = COLUMNS.map(
      (_, at) => view.getInt16(i * WIDTH + at * 2) / PARTS,
    );
    days.push({ day: first + i, low, high, coldest, warmest });
  }
  return days;
}

/** The earlier days overwritten by the newer ones; the oldest are dropped. */
export function joinedExtremes(
  before: readonly DayExtremes[],
  newer: readonly DayExtremes[],
  from: number,
): DayExtremes[] {
  const least = Math.max(from, (newer.at(-1)?.day ?? before.at(-1)?.day ?? 0) - RETENTION_DAYS);
  const days = new Map(before.map((day) => [day.day, day]));
  for (const day of newer) days.set(day.day, day);
  return [...days.values()].filter(({ day }) => day >= least).sort((one, other) => one.day - other.day);
}

/** An AERO is silent at `now` if its newest measure is before this moment (both ms). */
export const silentBefore = (now: number) => now - SILENT_DAYS * DAY;
/** Whether an AERO whose newest measure is of `newest` has fallen silent at `now` (both ms). */
export const isSilent = (newest: number, now: number) => newest < silentBefore(now);

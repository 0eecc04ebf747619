/** Hours of weather by UTC day as stored: four bytes an hour, from the latest issue of each. */
import { DAY, HOUR } from '../../durations.ts';
import type { WeatherHours } from './weather-hours.ts';
import type { WeatherRecord } from './weather-record.ts';

const NONE = -32_768;
const SLOT = 4;
export const WEATHER_DAY_BYTES = 24 * SLOT;

const emptyDay = (): Uint8Array => {
  const bytes = new Uint8Array(WEATHER_DAY_BYTES);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < 48; i++) view.setInt16(i * 2, NONE);
  return bytes;
};

/** A UTC day of a point; `issuedAt` is that of the newest issue in it. */
export interface WeatherDay {
  readonly day: number;
  readonly issuedAt: number;
  readonly hours: Uint8Array;
}

/** Records of one point by UTC day, rounded to the nearest hour; of two for one hour the latest. */
export function daysOfRecords(records: readonly WeatherRecord[]): WeatherDay[] {
  const days = new Map<number, { issuedAt: number; hours: Uint8Array }>();
  for (const record of records.toSorted((a, b) => a.issuedAt - b.issuedAt)) {
    const hour = Math.round(record.validAt / HOUR);
    const day = Math.floor(hour / 24);
    const found = days.get(day) ?? { issuedAt: 0, hours: emptyDay() };
    found.issuedAt = Math.max(found.issuedAt, record.issuedAt);
    const view = new DataView(found.hours.buffer);
    const at = (hour - day * 24) * SLOT;
    view.setInt16(at, Math.round(record.temperature * 100));
    view.setInt16(at + 2, record.radiation === null ? NONE : Math.round(record.radiation));
    days.set(day, found);
  }
  return [...days].map(([day, one]) => ({ day, ...one }));
}

/** Merges the stored day with a new one: an hour of the newer issue wins, an hour that it omits stays. */
export function joinedDay(kept: WeatherDay | undefined, came: WeatherDay): WeatherDay {
  if (!kept) return came;
  const [older, newer] = came.issuedAt >= kept.issuedAt ? [kept, came] : [came, kept];
  const hours = Uint8Array.from(older.hours);
  const view = new DataView(newer.hours.buffer, newer.hours.byteOffset, newer.hours.byteLength);
  for (let hour = 0; hour < 24; hour++)
    if (view.getInt16(hour * SLOT) !== NONE)
      hours.set(newer.hours.subarray(hour * SLOT, (hour + 1) * SLOT), hour * SLOT);
  return { day: came.day, issuedAt: newer.issuedAt, hours };
}

/** Stored days as hours in columns. */
export function hoursOfDays(days: readonly WeatherDay[]): WeatherHours {
  const [first, last] = [Math.min(...days.map(({ day }) => day)), Math.max(...days.map(({ day }) => day))];
  const n = days.length === 0 ? 0 : (last - first + 1) * 24;
  const column = () => new Float64Array(n).fill(Number.NaN);
  const hours = { start: n === 0 ? 0 : first * 24, temperature: column(), radiation: column() };
  for (const { day, hours: bytes } of days) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let hour = 0; hour < 24; hour++) {
      const [temperature, radiation] = [view.getInt16(hour * SLOT), view.getInt16(hour * SLOT + 2)];
      const at = (day - first) * 24 + hour;
      if (temperature !== NONE) hours.temperature[at] = temperature / 100;
      if (radiation !== NONE) hours.radiation[at] = radiation;
    }
  }
  return hours;
}

/** A past issue of a point: its forecast of its own UTC day and of the days after. */
export interface PastIssue {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly issuedAt: number;
  /** Consecutive days. */
  readonly hours: Uint8Array;
}
/** Days of an issue that are kept: its own, the seven forecast days, and one for places ahead of UTC. */
const ISSUE_DAYS = 9;
/** An issue that reaches no more than a day ahead contains no forecast. */
const MIN_AHEAD = 1.5 * DAY;

/**
 * Issues of one point that are at least a day old at `now` (ms) and cover days after them; the first of each
 * day.
 */
export function pastIssues(records: readonly WeatherRecord[], now: number): PastIssue[] {
  const found = new Map<number, PastIssue>();
  for (const [issuedAt, own] of Map.groupBy(records, (record) => record.issuedAt)) {
    const day = Math.floor(issuedAt / DAY);
    const ahead = own.filter(({ validAt }) => validAt >= issuedAt - HOUR);
    const last = ahead.reduce((most, { validAt }) => Math.max(most, validAt), 0);
    if (issuedAt > now - DAY || last < issuedAt + MIN_AHEAD) continue;
    if ((found.get(day)?.issuedAt ?? Number.POSITIVE_INFINITY) <= issuedAt) continue;
    const hours = new Uint8Array(ISSUE_DAYS * WEATHER_DAY_BYTES);
    for (let at = 0; at < ISSUE_DAYS; at++) hours.set(emptyDay(), at * WEATHER_DAY_BYTES);
    for (const one of daysOfRecords(ahead))
      if (one.day >= day && one.day < day + ISSUE_DAYS)
        hours.set(one.hours, (one.day - day) * WEATHER_DAY_BYTES);
    found.set(day, { day, issuedAt, hours });
  }
  return [...found.values()];
}

/** The days of a past issue. */
export function daysOfIssue({ day, issuedAt, hours }: PastIssue): WeatherDay[] {
  return Array.from({ length: Math.floor(hours.length / WEATHER_DAY_BYTES) }, (_, at) => ({
    day: day + at,
    issuedAt,
    hours: hours.subarray(at * WEATHER_DAY_BYTES, (at + 1) * WEATHER_DAY_BYTES),
  }));
}

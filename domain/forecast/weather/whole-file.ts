/** Whether a file of weather is whole, as far as its lines can say. */
import type { WeatherRecord } from './weather-record.ts';

/** `# rows: 1344` before the header of a CSV, or `{"rows": 1344}` as the first line of JSON lines. */
const ANNOUNCED = [/^\s*#\s*rows\s*:\s*(\d+)\s*$/i, /^\s*\{\s*"rows"\s*:\s*(\d+)\s*\}\s*$/];

/** The number of rows that a first line announces; null: it announces none. */
export function announcedRows(first: string): number | null {
  for (const pattern of ANNOUNCED) {
    const rows = pattern.exec(first)?.[1];
    if (rows !== undefined) return Number(rows);
  }
  return null;
}

const pointOf = ({ latitude, longitude }: WeatherRecord) => `${latitude} ${longitude}`;

/**
 * Whether a file that ends with a whole line was cut there: its last issue reaches further at some points
 * than at others, as it was written point by point and the last point is short, or hour by hour and some lack
 * the last hour. A file of one point, or one cut between two points, does not show it.
 */
export function isShort(records: readonly WeatherRecord[]): boolean {
  const last = records.at(-1);
  if (last === undefined) return false;
  const ends = new Map<string, number>();
  for (const record of records)
    if (record.issuedAt === last.issuedAt)
      ends.set(pointOf(record), Math.max(ends.get(pointOf(record)) ?? 0, record.validAt));
  const end = ends.get(pointOf(last))!;
  if ([...ends.values()].some((other) => other > end)) return true;
  const before = records.at(-2);
  const isHourByHour = before !== undefined && pointOf(before) !== pointOf(last);
  return isHourByHour && [...ends.values()].some((other) => other < end);
}

/** Whether the points of a file have different numbers of hours. */
export function isUneven(records: readonly WeatherRecord[]): boolean {
  const hours = new Map<string, number>();
  for (const record of records) hours.set(pointOf(record), (hours.get(pointOf(record)) ?? 0) + 1);
  return new Set(hours.values()).size > 1;
}

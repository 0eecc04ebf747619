import { LANGUAGE_KEYS, LANGUAGES } from '@aerowatch/domain/languages';
import { momentOfWall, zoneOffset } from '@aerowatch/domain/series/time-zone';
import type { Reading } from './reading.ts';

const two = (value: number | string): string => String(value).padStart(2, '0');

/** 1 to 12 by the first letters of the months in every language, ignoring accents and full stops. */
const MONTHS = new Map(
  LANGUAGE_KEYS.flatMap((language) =>
    (['short', 'long'] as const).flatMap((month) =>
      Array.from({ length: 12 }, (_, index) => {
        const name = new Date(Date.UTC(2024, index, 1)).toLocaleString(LANGUAGES[language].locale, {
          month,
          timeZone: 'UTC',
        });
        return [folded(name), index + 1] as const;
      }),
    ),
  ),
);
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .toLowerCase();
}

const DAY_FIRST = /^(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{4}|\d{2})$/;
const TOGETHER = /^(\d{2})(\d{2})(\d{4})$/;
const NAMED = /^(\d{1,2})(?:er)?\s+(\p{L}+)\.?\s+(\d{4})$/u;
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Day, month and year as written; undefined if the text is no date. */
function partsOf(text: string): [day: number, month: number, year: number] | null {
  const iso = ISO.exec(text);
  if (iso) return [Number(iso[3]), Number(iso[2]), Number(iso[1])];
  const found = DAY_FIRST.exec(text) ?? TOGETHER.exec(text) ?? NAMED.exec(folded(text));
  if (!found) return null;
  const [, day = '', month = '', year = ''] = found;
  const number = /^\d+$/.test(month) ? Number(month) : (MONTHS.get(month) ?? 0);
  return [Number(day), number, year.length === 2 ? 2000 + Number(year) : Number(year)];
}

/**
 * A calendar day, `2026-12-05`, from a text whose day comes before its month in every language: 5/12/2026,
 * 05.12.26, 05122026, 5 déc. 2026; or in ISO 8601.
 */
export function readDay(text: string): Reading<string> {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  const parts = partsOf(trimmed);
  if (parts === null) return { problem: 'typed_day' };
  const [day, month, year] = parts;
  const iso = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // 31/11 would become a day in December.
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) && year >= 1900;
  return exists ? { value: iso } : { problem: 'no_such_day' };
}

/** `2026-12-05` as 05/12/2026; any other text stays unchanged. */
export function writeDay(day: string): string {
  const found = ISO.exec(day);
  return found ? `${found[3]}/${found[2]}/${found[1]}` : day;
}

const CLOCK = /^(\d{1,2})\s*(?:[:.h]\s*(\d{2})|h)$/i;
const DIGITS = /^(\d{2})(\d{2})$/;

/** A time of day, `22:00`, from 22:00, 22h, 22 h 30, 2230. */
export function readClock(text: string): Reading<string> {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  const found = CLOCK.exec(trimmed) ?? DIGITS.exec(trimmed);
  const [hours, minutes] = [Number(found?.[1] ?? 99), Number(found?.[2] ?? 0)];
  return hours < 24 && minutes < 60 ? { value: `${two(hours)}:${two(minutes)}` } : { problem: 'hour_minute' };
}

const MOMENT = /^(.+?)(?:\s*[,T]\s*|\s+(?:at\s+|à\s+)?)(\d{1,2}\s*[:.h]\s*\d{2}|\d{1,2}\s*h|\d{4})$/i;

/** A moment in ISO 8601 from date and time in a time zone: 05/12/2026 14:30. */
export function readMoment(text: string, timeZone: string): Reading<string> {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  const found = MOMENT.exec(trimmed);
  const [day, clock] = [readDay(found?.[1] ?? ''), readClock(found?.[2] ?? '')];
  if (found && 'problem' in day && day.problem === 'no_such_day') return day;
  if (!('value' in day) || !('value' in clock) || day.value === null || clock.value === null)
    return { problem: 'typed_moment' };
  const wall = `${day.value} ${clock.value}:00`;
  const value = momentOf(wall, timeZone);
  // When clocks go forward, an hour does not exist.
  return value !== null && wallOf(value, timeZone) === wall ? { value } : { problem: 'no_such_time' };
}

/** A moment as date and time in a time zone; any other text stays unchanged. */
export function writeMoment(moment: string, timeZone: string): string {
  const wall = /^\d{4}-\d{2}-\d{2}T/.test(moment) ? wallOf(moment, timeZone) : null;
  return wall === null ? moment : `${writeDay(wall.slice(0, 10))} ${wall.slice(11, 16)}`;
}

/** `2026-03-29T00:30:00Z` → `2026-03-29 01:30:00` in Paris; null for an invalid time. */
export function wallOf(moment: string, timeZone: string): string | null {
  const ms = Date.parse(moment);
  if (Number.isNaN(ms)) return null;
  return new Date(ms + zoneOffset(ms, timeZone)).toISOString().slice(0, 19).replace('T', ' ');
}

/** `2026-03-29 01:30:00` in Paris → `2026-03-29T00:30:00.000Z`. */
export function momentOf(wall: string, timeZone: string): string | null {
  const ms = Date.parse(`${wall.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? null : new Date(momentOfWall(ms, timeZone)).toISOString();
}

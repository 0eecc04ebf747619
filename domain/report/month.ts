import { zonedDate, zonedTime } from '../series/time-zone.ts';

/** A calendar month, `2026-10`. */
export type Month = string;
export const MONTH = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])$/;

const partsOf = (month: Month) => ({ year: Number(month.slice(0, 4)), number: Number(month.slice(5, 7)) });
const monthText = (year: number, number: number): Month => {
  const date = new Date(Date.UTC(year, number - 1, 1));
  return date.toISOString().slice(0, 7);
};

/** First moment of a month and of the next one in a zone, in ms. */
export function monthSpan(month: Month, zone: string): { from: number; to: number } {
  const { year, number } = partsOf(month);
  return { from: zonedTime(year, number, 1, zone), to: zonedTime(year, number + 1, 1, zone) };
}

/** The last day of a month, `2026-02-28`. */
export function lastDay(month: Month): string {
  const { year, number } = partsOf(month);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** The month of a moment (ms). */
export function monthOf(time: number, zone: string): Month {
  const { year, month } = zonedDate(time, zone);
  return monthText(year, month);
}

export function monthBefore(month: Month): Month {
  const { year, number } = partsOf(month);
  return monthText(year, number - 1);
}

/** Easter Sunday as a day counted from 1 March (day 32 is 1 April), by Gauss and Lichtenberg (Gregorian). */
function easter(year: number): number {
  const century = Math.floor(year / 100);
  const moon = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sun = 2 - Math.floor((3 * century + 3) / 4);
  const golden = year % 19;
  const seed = (19 * golden + moon) % 30;
  const correction =
    Math.floor(seed / 29) + (Math.floor(seed / 28) - Math.floor(seed / 29)) * Math.floor(golden / 11);
  const limit = 21 + seed - correction;
  const sunday = 7 - ((year + Math.floor(year / 4) + sun) % 7);
  return limit + 7 - ((limit - sunday) % 7);
}

/** Month and day of fixed holidays (Code du travail, L3133-1). */
const FIXED = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'];
/** Easter Monday, Ascension, Whit Monday: days after Easter. */
const MOVING = [1, 39, 50];

/** Whether a date (`2026-11-02`) is neither at a weekend nor a public holiday in France. */
export function isWorkingDay(date: string): boolean {
  const time = Date.parse(date);
  const weekday = new Date(time).getUTCDay();
  if (weekday === 0 || weekday === 6 || FIXED.includes(date.slice(5))) return false;
  const year = Number(date.slice(0, 4));
  const sunday = Date.UTC(year, 2, easter(year));
  return !MOVING.includes(Math.round((time - sunday) / 86_400_000));
}

/** First working day of a month, `2026-11-02`: when the report of the month before is sent. */
export function firstWorkingDay(month: Month): string {
  for (let day = 1; day <= 31; day += 1) {
    const date = `${month}-${String(day).padStart(2, '0')}`;
    if (isWorkingDay(date)) return date;
  }
  throw new Error(`no working day in ${month}`);
}

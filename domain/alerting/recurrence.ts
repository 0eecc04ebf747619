import { DAY } from '../durations.ts';
import { momentOfWall, zoneOffset } from '../series/time-zone.ts';

/** Days of the week as RFC 5545 names them; the index equals that of `Date.getUTCDay`. */
export const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A repetition by day, by days of the week, or by days of the month, with an end. */
export interface Recurrence {
  readonly freq: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  /** Every this many days, weeks or months. */
  readonly interval: number;
  /** For a weekly one; empty means the weekday of its start. */
  readonly days: readonly Weekday[];
  /**
   * For a monthly one; negative numbers count from the end of the month; empty means the day of its start.
   */
  readonly monthDays: readonly number[];
  /** `YYYYMMDD`, that day included, or `YYYYMMDDTHHMMSS`, with a `Z` for UTC; undefined where `count` ends it. */
  readonly until: string | undefined;
  readonly count: number | undefined;
}

const MAX_INTERVAL = 100;
const MAX_COUNT = 1000;
const NUMBER = /^[1-9]\d{0,3}$/;
const MONTH_DAY = /^-?([1-9]|[12]\d|3[01])$/;
const UNTIL = /^\d{8}(T\d{6}Z?)?$/;

/**
 * Reads an RRULE of RFC 5545, limited to FREQ, INTERVAL, BYDAY without ordinals (weekly only), BYMONTHDAY
 * (monthly only), and one of UNTIL and COUNT. Undefined for any other rule. With this limited set, dates are
 * found by looking at each day once.
 */
export function readRecurrence(rule: string): Recurrence | undefined {
  const parts = partsOf(rule);
  if (parts === undefined) return undefined;
  const { FREQ: freq, INTERVAL: interval, BYDAY, BYMONTHDAY, UNTIL: until, COUNT: count } = parts;
  if (!isFrequency(freq) || !fitsFrequency(freq, BYDAY, BYMONTHDAY)) return undefined;
  const days = BYDAY?.split(',') ?? [];
  const monthDays = BYMONTHDAY?.split(',') ?? [];
  if (!days.every(isWeekday) || !monthDays.every((day) => MONTH_DAY.test(day))) return undefined;
  if (!isNumberTo(MAX_INTERVAL, interval ?? '1') || !endsOnce(until, count)) return undefined;
  return {
    freq,
    interval: Number(interval ?? 1),
    days: [...new Set(days as Weekday[])],
    monthDays: [...new Set(monthDays.map(Number))],
    until,
    count: count === undefined ? undefined : Number(count),
  };
}

const NAMES = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'COUNT'] as const;
type Parts = Partial<Record<(typeof NAMES)[number], string>>;

/** Each name at most once, and no unknown name: ignoring one would change the meaning of the rule. */
function partsOf(rule: string): Parts | undefined {
  const parts: Parts = {};
  for (const part of rule
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [name, value, ...more] = part.split('=');
    const known = NAMES.find((one) => one === name);
    if (known === undefined || value === undefined || more.length > 0 || parts[known] !== undefined)
      return undefined;
    parts[known] = value;
  }
  return parts;
}

const isFrequency = (word: string | undefined): word is Recurrence['freq'] =>
  word === 'DAILY' || word === 'WEEKLY' || word === 'MONTHLY';
const fitsFrequency = (freq: Recurrence['freq'], byDay: string | undefined, byMonthDay: string | undefined) =>
  (byDay === undefined || freq === 'WEEKLY') && (byMonthDay === undefined || freq === 'MONTHLY');
const isWeekday = (word: string): word is Weekday => (WEEKDAYS as readonly string[]).includes(word);
const isNumberTo = (most: number, text: string) => NUMBER.test(text) && Number(text) <= most;

function endsOnce(until: string | undefined, count: string | undefined): boolean {
  if (until === undefined) return count !== undefined && isNumberTo(MAX_COUNT, count);
  return count === undefined && UNTIL.test(until) && !Number.isNaN(lastOf(until, 'UTC'));
}

/** The moment (ms) of an UNTIL; for a date, the last moment of that day. */
function lastOf(until: string, zone: string): number {
  const [, year, month, day, hour = '23', minute = '59', second = '59'] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2}))?/.exec(until) ?? [];
  const wall = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(wall) || until.endsWith('Z')) return wall;
  return momentOfWall(wall, zone);
}

/**
 * The starts (ms) of a recurrence that first starts at `from`, by the clock of the zone, in order: "every
 * night at ten" stays ten when clocks change. `from` itself counts if the rule names its day. Undefined if
 * they do not end by `last`. Each day is looked at once, so the cost grows only with the days between `from`
 * and `last`.
 */
export function startsOf(
  recurrence: Recurrence,
  { from, zone, last }: { readonly from: number; readonly zone: string; readonly last: number },
): number[] | undefined {
  const wall = from + zoneOffset(from, zone);
  const until = recurrence.until === undefined ? undefined : lastOf(recurrence.until, zone);
  if (until !== undefined && until > last) return undefined;
  const fits = matcher(recurrence, wall);
  const starts: number[] = [];
  for (let day = wall; ; day += DAY) {
    if (starts.length === recurrence.count) return starts;
    const moment = momentOfWall(day, zone);
    if (until !== undefined && moment > until) return starts;
    if (moment > last) return undefined;
    if (fits(day)) starts.push(moment);
  }
}

/** One occurrence of a recurrence, in ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The occurrences (ms) of a recurrence whose first lasts `first`, by the clock of the zone too: a night keeps
 * its local start and end when clocks change within it. Undefined if they do not end by `last`.
 */
export function spansOf(
  recurrence: Recurrence,
  first: Span,
  { zone, last }: { readonly zone: string; readonly last: number },
): Span[] | undefined {
  const length = first.to + zoneOffset(first.to, zone) - first.from - zoneOffset(first.from, zone);
  const endOf = (start: number) => momentOfWall(start + zoneOffset(start, zone) + length, zone);
  const spans = startsOf(recurrence, { from: first.from, zone, last })?.map((start) => ({
    from: start,
    to: endOf(start),
  }));
  return spans?.every(({ to }) => to <= last) === true ? spans : undefined;
}

/** Whether a rule names a day. Days are local dates, written as if they were UTC. */
function matcher({ freq, interval, days, monthDays }: Recurrence, wall: number): (day: number) => boolean {
  if (freq === 'DAILY') return (day) => Math.round((day - wall) / DAY) % interval === 0;
  if (freq === 'WEEKLY') {
    const wanted =
      days.length === 0 ? [new Date(wall).getUTCDay()] : days.map((day) => WEEKDAYS.indexOf(day));
    const first = mondayOf(wall);
    return (day) =>
      wanted.includes(new Date(day).getUTCDay()) && ((mondayOf(day) - first) / (7 * DAY)) % interval === 0;
  }
  const wanted = monthDays.length === 0 ? [new Date(wall).getUTCDate()] : monthDays;
  return (day) => {
    const [date, begin] = [new Date(day), new Date(wall)];
    const months =
      (date.getUTCFullYear() - begin.getUTCFullYear()) * 12 + date.getUTCMonth() - begin.getUTCMonth();
    const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    const number = date.getUTCDate();
    return months % interval === 0 && (wanted.includes(number) || wanted.includes(number - length - 1));
  };
}

/** Monday of its week, at midnight. */
function mondayOf(wall: number): number {
  const day = Math.floor(wall / DAY) * DAY;
  return day - ((new Date(day).getUTCDay() + 6) % 7) * DAY;
}

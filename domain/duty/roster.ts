import { DAY, HOUR } from '../durations.ts';
import { zoneOffset } from '../series/time-zone.ts';

/** Days on which somebody stands in: a holiday of everybody, or the absence of one person. */
export interface DutyException {
  /** First and last day, `YYYY-MM-DD`; a day of duty begins at the hour of the roster. */
  readonly from: string;
  readonly to: string;
  /** Who is absent; null: whoever would be on duty. */
  readonly user: number | null;
  readonly substitute: number;
}

/** Who of a client is on duty: people in turn, each for some weeks, and who stands in. Users are ids. */
export interface DutyRoster {
  /** The day on which the first person begins, `YYYY-MM-DD`. */
  readonly starts_on: string;
  /** Weeks of a turn, 1 or more. */
  readonly weeks: number;
  /** Hour of the day at which duty is handed over, 0 to 23, in the zone of the roster. */
  readonly hour: number;
  readonly time_zone: string;
  readonly people: readonly number[];
  /** The first that applies counts. */
  readonly exceptions: readonly DutyException[];
}

/** Consecutive days of one person. */
export interface DutySpan {
  readonly from: string;
  readonly to: string;
  readonly user: number;
  /** Whose turn it is; null: the person's own. */
  readonly instead_of: number | null;
}

const dayNumber = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY);
const dayText = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10);

/** The day of duty at a time (ms since 1970): days begin at the hour of the roster, in its zone. */
export function dutyDay({ hour, time_zone }: DutyRoster, at: number): string {
  return dayText(Math.floor((at + zoneOffset(at, time_zone) - hour * HOUR) / DAY));
}

/** Whose turn a day is, as a place in `people`; undefined before the first day, or without people. */
function turnOf({ starts_on, weeks, people }: DutyRoster, day: string): number | undefined {
  const days = dayNumber(day) - dayNumber(starts_on);
  if (days < 0 || people.length === 0) return undefined;
  return Math.floor(days / (7 * weeks)) % people.length;
}

const covers = ({ from, to }: DutyException, day: string) => from <= day && day <= to;

/** Who stands in for a person on a day, also for a substitute who is absent; undefined: nobody is left. */
function standIn({ exceptions }: DutyRoster, person: number, day: string): number | undefined {
  const asked = new Set<number>();
  let user = person;
  for (;;) {
    if (asked.has(user)) return undefined;
    asked.add(user);
    const absence = exceptions.find((one) => one.user === user && covers(one, day));
    if (absence === undefined) return user;
    user = absence.substitute;
  }
}

/**
 * Who is asked at a time, in this order: the person on duty, then those whose turns follow, each by their
 * substitute where they are absent, nobody twice. Empty before the first day.
 */
export function dutyChain(roster: DutyRoster, at: number): number[] {
  const day = dutyDay(roster, at);
  const turn = turnOf(roster, day);
  if (turn === undefined) return [];
  const { people, exceptions } = roster;
  const holiday = exceptions.find(({ user, ...one }) => user === null && covers({ user, ...one }, day));
  const inTurn = people.map((_, step) => people[(turn + step) % people.length]!);
  // On a holiday of everybody, who would be on duty is free: the others follow as on any day.
  const asked = holiday === undefined ? inTurn : [holiday.substitute, ...inTurn.slice(1)];
  return [...new Set(asked.flatMap((person) => standIn(roster, person, day) ?? []))];
}

/** Who is on duty from a day on, for some days; days without anybody are left out. */
export function dutyPlan(roster: DutyRoster, from: string, days: number): DutySpan[] {
  const spans: DutySpan[] = [];
  const noon = { ...roster, hour: 0, time_zone: 'UTC' };
  for (let step = 0; step < days; step += 1) {
    const day = dayText(dayNumber(from) + step);
    const turn = turnOf(roster, day);
    const [user] = dutyChain(noon, Date.parse(`${day}T12:00:00Z`));
    if (turn === undefined || user === undefined) continue;
    const own = roster.people[turn]!;
    const instead_of = own === user ? null : own;
    const last = spans.at(-1);
    const follows = last !== undefined && dayNumber(last.to) + 1 === dayNumber(day);
    if (follows && last.user === user && last.instead_of === instead_of && !beginsTurn(roster, day))
      spans[spans.length - 1] = { ...last, to: day };
    else spans.push({ from: day, to: day, user, instead_of });
  }
  return spans;
}

const beginsTurn = ({ starts_on, weeks }: DutyRoster, day: string): boolean =>
  (dayNumber(day) - dayNumber(starts_on)) % (weeks * 7) === 0;

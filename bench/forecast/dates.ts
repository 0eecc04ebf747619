/**
 * Dates with ranges for the simulator's faults: stated at some moments, and compared with the following year.
 */

import { DAY } from '@aerowatch/domain/durations';
import type { Finding } from '@aerowatch/domain/faults/finding';
import { PANEL_LIMIT } from '@aerowatch/domain/faults/panel-soiled/method';
import { diagnoseDays } from '@aerowatch/domain/faults/pipeline';
import { measuredValues } from '@aerowatch/domain/faults/shared/days/samples';
import type { Reached } from '@aerowatch/domain/faults/vocabulary';
import { median, quantile } from '@aerowatch/domain/physics/statistics';
import { influence, soundInfluences } from '@aerowatch/simulator/physics/influences';
import type { Case } from '../diagnostics/case.ts';
import { casesOf } from '../diagnostics/cases.ts';
import { KINDS } from '../diagnostics/kinds.ts';
import { inputOf } from '../diagnostics/play.ts';
import { CaseRecord } from '../diagnostics/record.ts';
import { trueStop } from '../diagnostics/truth.ts';
import type { Interval } from '../diagnostics/world.ts';

/** Faults whose trend has a date. */
export const DATED = ['leak', 'creeping wire', 'growing friction', 'ageing battery', 'soiled panel'];

export interface DatesTask {
  readonly kind: string;
  readonly interval: Interval;
  /** AEROs of each severity. */
  readonly count: number;
  readonly seed: number;
}
/** A stated date of an AERO, and the true one; days from the statement. */
export interface StatedDate {
  readonly id: string;
  readonly what: Reached;
  readonly earliest: number | null;
  readonly likely: number | null;
  readonly latest: number | null;
  /** Null: not within the observed year. */
  readonly truth: number | null;
}

/**
 * Days after the fault began at which dates are read, and maximum number for one AERO, because they hardly
 * differ.
 */
const FIRST_LOOK = 14;
const EVERY = 14;
const LOOKS = 3;
const LAST_LOOK = 120;
const YEAR = 365;
/** Fewest days of a level. */
const LEVEL_DAYS = 7;

export function datesOf({ kind: name, interval, count, seed }: DatesTask): StatedDate[] {
  const kind = KINDS.find((one) => one.name === name)!;
  return casesOf(kind, interval, count, seed).flatMap((one) =>
    datesOfCase({ ...one, to: one.begins + (LAST_LOOK + YEAR + 1) * DAY }),
  );
}

function datesOfCase(one: Case): StatedDate[] {
  const record = new CaseRecord(one);
  const said: StatedDate[] = [];
  const looks = new Map<Reached, number>();
  for (let day = FIRST_LOOK; day <= LAST_LOOK; day += EVERY) {
    const now = Math.floor((one.begins + day * DAY) / DAY) * DAY;
    const days = record.days(one.aero, now);
    if (days.length === 0) continue;
    const { findings } = diagnoseDays(inputOf(one, record, now, days));
    const once = new Map(
      findings.flatMap(({ reaches }) => (reaches === null ? [] : [[reaches.what, reaches] as const])),
    );
    for (const reaches of once.values()) {
      // A limit already reached has no date.
      if (reaches.likely !== null && reaches.likely < now + DAY / 2) continue;
      const seen = looks.get(reaches.what) ?? 0;
      if (seen === LOOKS) continue;
      looks.set(reaches.what, seen + 1);
      said.push(dateOf(one, record, now, reaches));
    }
  }
  return said;
}

function dateOf(
  one: Case,
  record: CaseRecord,
  now: number,
  reaches: NonNullable<Finding['reaches']>,
): StatedDate {
  const from = (moment: number | null) => (moment === null ? null : (moment - now) / DAY);
  return {
    id: one.id,
    what: reaches.what,
    earliest: from(reaches.earliest),
    likely: from(reaches.likely),
    latest: from(reaches.latest),
    truth: TRUTHS[reaches.what]?.(one, record, now) ?? null,
  };
}

type TruthOf = (one: Case, record: CaseRecord, now: number) => number | null;
const TRUTHS: Partial<{ readonly [K in Reached]: TruthOf }> = {
  pressure_min: (one, record, now) => {
    const limit = one.box.aeros[one.aero]!.pressure_min;
    return firstUnder(one, record, now, limit, ({ samples }) => {
      const pressures = measuredValues(samples.pressure);
      return pressures.length < 3 ? null : quantile(pressures, 0.02);
    });
  },
  battery_min: (one, record, now) =>
    firstUnder(one, record, now, one.box.aeros[one.aero]!.battery_min, ({ lowest }) => lowest),
  stop_hot: (one, _, now) => firstDay(now, (time) => reaches(one, 'hot', time)),
  stop_cold: (one, _, now) => firstDay(now, (time) => reaches(one, 'cold', time)),
  panel_limit: ({ fault }, _, now) =>
    firstDay(now, (time) => {
      const days = (time - (fault?.start ?? time)) / DAY;
      return fault?.name === 'soiling' && 1 - 0.65 * Math.min(1, days / fault.rate) <= PANEL_LIMIT;
    }),
  friction_limit: ({ box, aero, fault }, _, now) => {
    const { tensioner } = box.aeros[aero]!;
    const state = soundInfluences();
    return firstDay(now, (time) => {
      influence(state, tensioner, fault ? [fault] : [], time);
      return state.friction * tensioner.stiction >= FRICTION;
    });
  },
};
/** As a share of the tension: the limit. */
const FRICTION = 0.05;

function reaches(one: Case, end: 'hot' | 'cold', time: number): boolean {
  const at = trueStop(one, end, time);
  return at !== null && (end === 'hot' ? at <= one.extremes.hot : at >= one.extremes.cold);
}

function firstDay(now: number, isSo: (time: number) => boolean): number | null {
  for (let day = 0; day <= YEAR; day++) if (isSo(now + day * DAY)) return day;
  return null;
}

type LowOf = (day: ReturnType<CaseRecord['days']>[number]) => number | null;
interface Low {
  /** ms. */
  readonly day: number;
  readonly low: number;
}

/** Lowest values of the days from a week before `now` on; a window of the record contains 90 days. */
function lowsFrom(one: Case, record: CaseRecord, now: number, lowOf: LowOf): Low[] {
  const lows = new Map<number, number>();
  for (let end = now + 60 * DAY; end <= now + (YEAR + 59) * DAY; end += 60 * DAY)
    for (const day of record.days(one.aero, Math.min(end, one.to))) {
      const low = day.start < now - LEVEL_DAYS * DAY || lows.has(day.start) ? null : lowOf(day);
      if (low !== null) lows.set(day.start, low);
    }
  return [...lows].map(([day, low]) => ({ day, low })).sort((one, other) => one.day - other.day);
}

/** The first day on which the median of a week's lowest values reaches a limit. */
function firstUnder(one: Case, record: CaseRecord, now: number, limit: number, lowOf: LowOf): number | null {
  const lows = lowsFrom(one, record, now, lowOf);
  const found = lows.find(
    ({ day }, i) =>
      i >= LEVEL_DAYS - 1 &&
      day >= now - DAY &&
      day <= now + YEAR * DAY &&
      median(lows.slice(i - LEVEL_DAYS + 1, i + 1).map(({ low }) => low)) <= limit,
  );
  return found === undefined ? null : Math.max(0, (found.day - now) / DAY);
}

/** Whether the true date is in the range: beyond its year if no end was stated. */
export const holds = ({ earliest, latest, truth }: StatedDate): boolean =>
  truth === null
    ? latest === null
    : truth >= (earliest ?? YEAR) && truth <= (latest ?? Number.POSITIVE_INFINITY);

/** How many dates were right, of all and by the limit. */
export interface DatesRow {
  readonly what: Reached | 'all';
  readonly n: number;
  readonly held: number;
  /** Of the wrong ones: true date earlier than stated; the rest came later or not at all. */
  readonly earlier: number;
  /** Median days between the ends where both are stated; null without any. */
  readonly width: number | null;
}
export function datesTable(said: readonly StatedDate[]): DatesRow[] {
  const groups = [...Map.groupBy(said, ({ what }) => what)].sort(([a], [b]) => a.localeCompare(b));
  const rowOf = (what: DatesRow['what'], list: readonly StatedDate[]): DatesRow => {
    const missed = list.filter((one) => !holds(one));
    const widths = list.flatMap(({ earliest, latest }) =>
      earliest === null || latest === null ? [] : [latest - earliest],
    );
    return {
      what,
      n: list.length,
      held: list.length === 0 ? 0 : (list.length - missed.length) / list.length,
      earlier: missed.filter(({ truth, earliest }) => truth !== null && truth < (earliest ?? YEAR)).length,
      width: widths.length === 0 ? null : Math.round(median(widths)),
    };
  };
  return [...groups.map(([what, list]) => rowOf(what, list)), rowOf('all', said)];
}

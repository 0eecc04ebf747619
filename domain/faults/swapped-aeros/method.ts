/** Exchanged cables of a box's two AEROs: each reports the other's values. */

import { DAY, HOUR } from '../../durations.ts';
import { median, robustDeviation, weightedLine } from '../../physics/statistics.ts';
import { type Finding, makeFinding, notEvaluable } from '../finding.ts';
import { ruledOut } from '../impostors.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import type { Day } from '../shared/days/days.ts';
import { swappedAeros as row } from './fault.ts';

/** Days before the exchange from which the lines are fitted, and hours needed for one. */
const BEFORE = 16;
const MIN_HOURS = 20;
/** Days ago that are tried as the time of the exchange. */
const AGO = [2, 5, 12, 24, 45, 70] as const;
/** Log intervals that it must have lasted. */
const SAMPLES = 3.3;
/**
 * Hours it must have lasted, how much the two must differ (mm and bar), and days looked back: a large
 * difference shows within a day; a small one can be distinguished from the season for some days only.
 */
const LOOKS = [
  { hours: 12, stroke: 60, pressure: 3, days: 70 },
  { hours: 30, stroke: 24, pressure: 1.2, days: 12 },
] as const;
const SURE = { stroke: row.thresholds.stroke.value, pressure: row.thresholds.pressure.value } as const;
/** Share of the full exchange that may be missing, and by which the sum of the two may change. */
const MISSES = 0.4;
/** Multiple of the least difference required when only one of stroke and pressure is conclusive. */
const ALONE = 1.3;

/** One hour of both AEROs: their differences, and their sums, which an exchange leaves unchanged. mm, bar, ms, °C. */
interface Pair {
  readonly time: number;
  readonly temperature: number;
  readonly stroke: number;
  readonly strokes: number;
  /** NaN without a pressure. */
  readonly pressure: number;
  readonly pressures: number;
}

/** Hours of a day that are used: a few at each time of the day are enough. */
const MAX_HOURS_A_DAY = 8;
const thinned = <T>(hours: readonly T[]): readonly T[] =>
  hours.length <= MAX_HOURS_A_DAY
    ? hours
    : hours.filter((_, i) => i % Math.ceil(hours.length / MAX_HOURS_A_DAY) === 0);

function pairsOf(own: readonly Day[], twin: readonly Day[]): Pair[] {
  const others = new Map(
    twin.flatMap(({ hours }) => hours.map((hour) => [Math.round(hour.time / HOUR), hour])),
  );
  return own.flatMap(({ hours }) =>
    thinned(hours).flatMap((hour) => {
      const other = others.get(Math.round(hour.time / HOUR));
      if (!other) return [];
      const [mine, theirs] = [hour.pressure ?? Number.NaN, other.pressure ?? Number.NaN];
      return {
        time: hour.time,
        temperature: (hour.temperature + other.temperature) / 2,
        stroke: hour.stroke - other.stroke,
        strokes: hour.stroke + other.stroke,
        pressure: mine - theirs,
        pressures: mine + theirs,
      };
    }),
  );
}

type Figure = Exclude<keyof Pair, 'time' | 'temperature'>;

/** Line of a figure against temperature, and the scatter of the hours about it; null with too few hours. */
function lineOf(pairs: readonly Pair[], figure: Figure) {
  const known = pairs.filter((pair) => !Number.isNaN(pair[figure]));
  if (known.length < MIN_HOURS) return null;
  const line = weightedLine(
    known.map(({ temperature }) => temperature),
    known.map((pair) => pair[figure]),
    new Float64Array(known.length).fill(1),
  );
  if (!line) return null;
  const at = ({ temperature }: Pair) => line.a + line.b * temperature;
  return { at, scatter: robustDeviation(known.map((pair) => pair[figure] - at(pair))) };
}

type Look = (typeof LOOKS)[number];
interface Moved {
  /** 1: exchanged; 0: the two differ too little; −1: not exchanged. */
  readonly says: 1 | 0 | -1;
  /** How far the difference has moved, and whether that alone is conclusive. */
  readonly by: number;
  readonly plain: boolean;
  /** The two differ enough, and by as much as before. */
  readonly stays: boolean;
}

/** Whether the difference of the two has changed sign while their sum stayed. `least` in mm or bar. */
function movedOf(
  before: readonly Pair[],
  newest: readonly Pair[],
  key: 'stroke' | 'pressure',
  least: number,
): Moved {
  const none: Moved = { says: 0, by: 0, plain: false, stays: false };
  const known = newest.filter((pair) => !Number.isNaN(pair[key]));
  const line = known.length < 3 ? null : lineOf(before, key);
  if (!line) return none;
  const apart = 2 * median(known.map((pair) => Math.abs(line.at(pair))));
  // Positive: towards the other.
  const by = -median(known.map((pair) => (pair[key] - line.at(pair)) * Math.sign(line.at(pair))));
  const enough = Math.max(least, SURE[key] * line.scatter);
  if (apart < enough) return { ...none, says: Math.abs(by) < Math.max(enough, 1.4 * apart) ? 0 : -1, by };
  if (Math.abs(by - apart) >= MISSES * apart)
    return { ...none, says: -1, by, stays: Math.abs(by) < MISSES * apart };
  const sums = lineOf(before, `${key}s`);
  if (!sums) return none;
  const says = Math.abs(median(known.map((pair) => pair[`${key}s`] - sums.at(pair)))) < MISSES * apart;
  return { ...none, says: says ? 1 : -1, by, plain: says && apart > ALONE * enough };
}

/** The moves of stroke and pressure, if the newest hours look like an exchange at `until` (ms); else null. */
function exchangedBefore(until: number, pairs: readonly Pair[], newest: readonly Pair[], look: Look) {
  const before = pairs.filter(({ time }) => time >= until - BEFORE * DAY && time < until);
  const stroke = movedOf(before, newest, 'stroke', look.stroke);
  // Usually nothing has moved: this saves the rest.
  if (stroke.says < 0) return null;
  const pressure = movedOf(before, newest, 'pressure', look.pressure);
  if (pressure.says < 0) return null;
  const both = stroke.says + pressure.says === 2;
  return both || stroke.plain || pressure.plain ? { stroke: stroke.by, pressure: pressure.by, both } : null;
}

/**
 * Number of days at the start of the record that the newest days are also compared with, and the fewest hours
 * they must have.
 */
const FIRST = 4;
const FIRST_HOURS = 24;

/** Whether the two are as at the beginning of the record: the cables were exchanged and changed back. */
function isAsAtFirst(pairs: readonly Pair[], newest: readonly Pair[], look: Look): boolean {
  const until = pairs[0]!.time + FIRST * DAY;
  const first = pairs.filter(({ time }, i) => time < until || i < FIRST_HOURS);
  const stroke = movedOf(first, newest, 'stroke', look.stroke);
  const pressure = movedOf(first, newest, 'pressure', look.pressure);
  return (stroke.stays || pressure.stays) && stroke.says < 1 && pressure.says < 1;
}

/**
 * Whether each AERO's stroke and pressure follow the other's former line. After an exchange the difference of
 * the two changes sign and their sum stays; a slip, a leak or a step of a sensor moves both difference and
 * sum, sun and frost only the sum.
 */
export function swapped({ twin, now, days, interval }: DiagnosticContext): Finding {
  if (!twin) return notEvaluable('swapped', null, 'no_twin');
  const good = makeFinding('swapped', 0, null, 'good');
  const pairs = pairsOf(days, twin.both);
  const newestOf = ({ hours }: Look) =>
    pairs.filter(({ time }) => time > now - Math.max(hours * HOUR, SAMPLES * 1000 * (interval ?? 600)));
  if (newestOf(LOOKS[0]).length < 3) return notEvaluable('swapped', null, 'too_few_points');
  for (const look of LOOKS) {
    const newest = newestOf(look);
    for (const ago of AGO.filter((days) => days <= look.days)) {
      const until = now - ago * DAY;
      const moved = exchangedBefore(until, pairs, newest, look);
      if (!moved) continue;
      if (isAsAtFirst(pairs, newest, look)) return good;
      const { both, ...details } = moved;
      return makeFinding('swapped', 1, null, 'bad', details, {
        since: until,
        confidence: both ? 0.97 : 0.85,
        ruled_out: [ruledOut(row, 'slipped_wire')],
      });
    }
  }
  return good;
}

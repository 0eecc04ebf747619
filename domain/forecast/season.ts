/**
 * The days ahead of an AERO without weather, from its own days alone: a level that wanders, the course of the
 * year, and weather that lasts for some days, told apart by a Kalman filter (Kalman 1960; Harvey 1989,
 * "Forecasting, structural time series models and the Kalman filter"). It says its own uncertainty: wide in
 * the first weeks and after a change, narrower once its weather is known to last.
 */
import { LEADS } from './basis.ts';
import { type Change, drifts, JUMP } from './change.ts';
import type { DayExtremes } from './extremes.ts';
import type { Extreme } from './learning/conformal.ts';

/** What is known of an extreme on each day ahead: by lead, 1 first; mm. */
export interface SeasonDay {
  readonly stroke: number;
  /** Standard deviation. */
  readonly deviation: number;
}

export interface SeasonOf {
  readonly extreme: Extreme;
  /** mm/°C, with its sign. */
  readonly slope: number;
  /** Degrees; null: a place of middle latitude. */
  readonly latitude: number | null;
  readonly change: Change | null;
}

const YEAR = 365.25;
/**
 * °C by which the mid of summer exceeds the mean of the year, and the day of mid-winter: of the coldest
 * moments air alone (a month after the shortest day), of the hottest with the sun on the wire, which comes
 * before. Towns of Europe: 6 to 10 °C of the air; the rest is learnt.
 */
const COURSE = { cold: { half: 7.5, winter: 22 }, hot: { half: 9.5, winter: 14 } } as const;
const COURSE_ERROR = 0.3;
/** Latitude below which the year's course fades, degrees. */
const TEMPERATE = 35;

/** °C by which weather departs from the season, before any was seen, and the days this weighs. */
const DEPARTURE = 4;
const DEPARTURE_DAYS = 12;
/** mm; departures expected of a ram that hardly moves, before any was seen: those of its sensor. */
const LEAST_DEPARTURE = 3;
/** Shares of a day's departure that remain a day later, and of its variance that is of the day alone: tried. */
const MEMORIES = [0.5, 0.65, 0.75, 0.84] as const;
const ALONE = [0.1, 0.3, 0.7] as const;
/** The usual of both, and how many log-likelihoods a step away from it costs. */
const USUAL = { memory: 2, alone: 1, cost: 1 } as const;
/** The level wanders by this share of the departures a day: creep, and years that differ. */
const WANDER = 0.04;
/** mm by which the level wanders on each day of a leak or a creep. */
const DRIFTED = 3;
/** Days read: earlier ones move neither level nor weather. */
const DAYS = 240;
/** Fewest days. */
const MIN_DAYS = 5;

/** Level, weather and course of the year, with their covariances: 0 level, 1 weather, 2 course. */
interface State {
  readonly mean: Float64Array;
  readonly error: Float64Array;
}

interface Tried {
  readonly memory: number;
  readonly alone: number;
  readonly state: State;
  readonly cost: number;
  /** Variance of the departures, mm²: as found, and as expected. */
  readonly variance: number;
  readonly usual: number;
}

/** Course of the year on a day, for each °C of its half range: 1 in mid-summer, −1 in mid-winter. */
const courseAt = (day: number, winter: number) => -Math.cos((2 * Math.PI * ((day % YEAR) - winter)) / YEAR);

/** mm by which the course of the year moves an extreme from a day to another (days since 1970). */
export function courseBetween(
  { extreme, slope, latitude }: Omit<SeasonOf, 'change'>,
  from: number,
  to: number,
): number {
  const { half, winter } = COURSE[(extreme === 'high') === slope > 0 ? 'hot' : 'cold'];
  const size = slope * half * Math.max(-1, Math.min(1, (latitude ?? 90) / TEMPERATE));
  return size * (courseAt(to, winter) - courseAt(from, winter));
}

/** The days from `today` + 1 on (days since 1970), from days before `today`; null with too few of them. */
export function seasonAhead(
  days: readonly DayExtremes[],
  today: number,
  { extreme, slope, latitude, change }: SeasonOf,
): SeasonDay[] | null {
  // The day of a change is of both.
  const used = days.filter(({ day }) => day < today && day >= today - DAYS && day !== change?.day);
  if (used.length < MIN_DAYS) return null;
  const newest = used.at(-1)!.day;
  const course = (day: number) => courseBetween({ extreme, slope, latitude }, newest, day);
  const series = {
    days: Int32Array.from(used, ({ day }) => day),
    strokes: Float64Array.from(used, (day) => day[extreme]),
    courses: Float64Array.from(used, ({ day }) => course(day)),
  };
  const usual = Math.max(LEAST_DEPARTURE, Math.abs(slope) * DEPARTURE) ** 2;
  let best: Tried | null = null;
  for (const memory of MEMORIES)
    for (const alone of ALONE) {
      const one = filter(series, memory, alone, usual, change);
      if (best === null || one.cost < best.cost) best = one;
    }
  return Array.from({ length: LEADS }, (_, i) => {
    const day = today + 1 + i;
    return dayAhead(
      best!,
      day - newest,
      course(day),
      change !== null && newest <= change.day && !drifts(change),
    );
  });
}

interface Series {
  readonly days: Int32Array;
  readonly strokes: Float64Array;
  readonly courses: Float64Array;
}

/** Runs the filter with variances as shares of the departures', whose size follows from what it missed. */
function filter(
  { days, strokes, courses }: Series,
  memory: number,
  alone: number,
  usual: number,
  change: Change | null,
): Tried {
  const mean = Float64Array.of(strokes[0]! - courses[0]!, 0, 1);
  // The level is unknown; the weather of the first day is part of it.
  const e = new Float64Array(9);
  [e[0], e[4], e[8]] = [4, 1, COURSE_ERROR ** 2];
  let [logs, squares, n] = [0, 0, 0];
  for (let i = 0; i < days.length; i++) {
    if (i > 0) age(mean, e, days[i]! - days[i - 1]!, memory);
    if (i > 0 && change !== null) e[0]! += unsettled(change, days[i - 1]!, days[i]!) / usual;
    const { off, spread } = see(mean, e, strokes[i]!, courses[i]!, usual, alone);
    if (i >= 2) {
      logs += Math.log(spread);
      squares += (off * off) / spread;
      n += 1;
    }
  }
  const variance = (squares + DEPARTURE_DAYS * usual) / (n + DEPARTURE_DAYS);
  const away =
    Math.abs(MEMORIES.indexOf(memory as never) - USUAL.memory) +
    Math.abs(ALONE.indexOf(alone as never) - USUAL.alone);
  const cost = (logs + (n + DEPARTURE_DAYS) * Math.log(variance)) / 2 + USUAL.cost * away;
  return { memory, alone, state: { mean, error: e }, cost, variance, usual };
}

/** Variance that a change adds to the level between two days, mm²: once, or on every day of a drift. */
function unsettled(change: Change, before: number, day: number): number {
  if (day < change.day) return 0;
  if (drifts(change)) return DRIFTED ** 2 * (day - before);
  return before < change.day ? JUMP ** 2 : 0;
}

/** Takes in a day: by how much it was missed, and the variance expected of that. Changes `mean` and `e`. */
function see(
  mean: Float64Array,
  e: Float64Array,
  stroke: number,
  course: number,
  usual: number,
  alone: number,
): { off: number; spread: number } {
  const h = course / Math.sqrt(usual);
  const gains = [e[0]! + e[1]! + h * e[2]!, e[3]! + e[4]! + h * e[5]!, e[6]! + e[7]! + h * e[8]!] as const;
  const spread = gains[0] + gains[1] + h * gains[2] + alone;
  const off = stroke - mean[0]! - mean[1]! - course * mean[2]!;
  const part = off / spread;
  mean[0]! += gains[0] * part;
  mean[1]! += gains[1] * part;
  mean[2]! += (gains[2] * part) / Math.sqrt(usual);
  for (let r = 0; r < 3; r++) for (let s = 0; s < 3; s++) e[r * 3 + s]! -= (gains[r]! * gains[s]!) / spread;
  return { off, spread };
}

/** Days pass: the weather fades, the level wanders. Changes `mean` and `e`. */
function age(mean: Float64Array, e: Float64Array, days: number, memory: number): void {
  const left = memory ** days;
  mean[1]! *= left;
  e[0]! += WANDER ** 2 * days;
  for (const at of [1, 3, 5, 7]) e[at]! *= left;
  e[4] = left * left * e[4]! + 1 - left * left;
}

function dayAhead(
  { memory, alone, state: { mean, error: e }, variance, usual }: Tried,
  days: number,
  course: number,
  jumped: boolean,
): SeasonDay {
  const left = memory ** days;
  const h = course / Math.sqrt(usual);
  const shares =
    e[0]! +
    WANDER ** 2 * days +
    left * left * e[4]! +
    (1 - left * left) +
    alone +
    h * h * e[8]! +
    2 * (left * e[1]! + h * e[2]! + left * h * e[5]!);
  return {
    stroke: mean[0]! + left * mean[1]! + course * mean[2]!,
    deviation: Math.hypot(Math.sqrt(variance * shares), jumped ? JUMP : 0),
  };
}

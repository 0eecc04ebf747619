/**
 * Running aggregates over a window that slides in event time. All sums are exact integers (values in millionths), so
 * the result depends only on the datapoints in the window, never on the order or batches they arrived in.
 */
import type { Measure } from '../metrics.ts';
import { COMPARATORS, comparatorOf } from './comparators.ts';
import { CONDITION_METRICS, type Condition } from './condition.ts';
import type { Derived, SlopeMetric } from './condition-metrics.ts';

const MILLIONTHS = 1e6;

/** The inputs of a condition at one moment: measures, values derived from them, and grades of findings. */
export type Judgeable = Measure & Derived & { readonly findings?: Readonly<Record<string, number>> };
/** The value of an input that is compared. */
export type ValueOf = (point: Judgeable) => number | null;

export type NotJudged =
  | 'window_empty'
  | 'window_not_full'
  | 'too_few_points'
  | 'temperature_spread_too_small';

/** The predicate: whether a value satisfies a condition's comparison. */
export function comparisonOf({ metric, comparator, value }: Condition): (x: number) => boolean {
  const { holds } = COMPARATORS[comparator];
  const { step } = CONDITION_METRICS[metric];
  return (x) => holds(x, value, step);
}

/**
 * The predicate of hysteresis: whether a value has not recovered yet; null where the condition has no
 * recovery value.
 */
export function keepingOf({ comparator, recovery }: Condition): ((x: number) => boolean) | null {
  const { keeps } = comparatorOf(comparator);
  return typeof recovery !== 'number' || keeps === null ? null : (x) => keeps(x, recovery);
}

/** An aggregate over the datapoints inside a window. Points are added and dropped in time order. */
export interface Aggregate {
  add(point: Judgeable): void;
  drop(point: Judgeable): void;
  /** The value to compare, or why there is none. */
  read(): number | NotJudged;
}

/** Maximum and minimum of a sliding window, by two monotonic queues. */
class Extremes {
  #high: { time: number; value: number }[] = [];
  #low: { time: number; value: number }[] = [];
  #highHead = 0;
  #lowHead = 0;
  add(time: number, value: number) {
    while (this.#high.length > this.#highHead && this.#high.at(-1)!.value <= value) this.#high.pop();
    while (this.#low.length > this.#lowHead && this.#low.at(-1)!.value >= value) this.#low.pop();
    this.#high.push({ time, value });
    this.#low.push({ time, value });
  }
  drop(time: number) {
    if (this.#high[this.#highHead]?.time === time) this.#highHead++;
    if (this.#low[this.#lowHead]?.time === time) this.#lowHead++;
    // Release passed heads from time to time, so that a long fold holds only its window in memory.
    if (this.#highHead > 1024) {
      this.#high.splice(0, this.#highHead);
      this.#highHead = 0;
    }
    if (this.#lowHead > 1024) {
      this.#low.splice(0, this.#lowHead);
      this.#lowHead = 0;
    }
  }
  /** Difference in exact millionths, so that 12.3 − 2.3 is 10. */
  spread(): number {
    const high = this.#high[this.#highHead];
    const low = this.#low[this.#lowHead];
    return high && low
      ? (Math.round(high.value * MILLIONTHS) - Math.round(low.value * MILLIONTHS)) / MILLIONTHS
      : 0;
  }
}

/** Datapoints of one metric: how many, how many satisfy or keep firing, their sum and the newest. */
export class Values implements Aggregate {
  count = 0;
  satisfying = 0;
  keeping = 0;
  newest = Number.NaN;
  #sum = 0;
  #valueOf: ValueOf;
  #average: boolean;
  #holds: (x: number) => boolean;
  #keeps: ((x: number) => boolean) | null;
  constructor(condition: Condition, read: ValueOf) {
    this.#average = condition.average;
    this.#holds = comparisonOf(condition);
    this.#keeps = keepingOf(condition);
    this.#valueOf = read;
  }
  add(point: Judgeable) {
    const value = this.#valueOf(point);
    if (value === null) return;
    this.newest = value;
    this.#count(value, 1);
  }
  drop(point: Judgeable) {
    const value = this.#valueOf(point);
    if (value !== null) this.#count(value, -1);
  }
  #count(value: number, one: 1 | -1) {
    this.count += one;
    if (this.#holds(value)) this.satisfying += one;
    if (this.#keeps?.(value)) this.keeping += one;
    this.#sum += one * Math.round(value * MILLIONTHS);
  }
  read(): number | NotJudged {
    if (this.count === 0) return 'window_empty';
    return this.#average ? this.#sum / (this.count * MILLIONTHS) : this.newest;
  }
}

/** Max − min of one metric. */
export class Spread implements Aggregate {
  #count = 0;
  #extremes = new Extremes();
  #valueOf: ValueOf;
  constructor(read: ValueOf) {
    this.#valueOf = read;
  }
  add(point: Judgeable) {
    const value = this.#valueOf(point);
    if (value === null) return;
    this.#count++;
    this.#extremes.add(point.time, value);
  }
  drop(point: Judgeable) {
    if (this.#valueOf(point) === null) return;
    this.#count--;
    this.#extremes.drop(point.time);
  }
  read(): number | NotJudged {
    return this.#count === 0 ? 'window_empty' : this.#extremes.spread();
  }
}

/** Least-squares slope of stroke on temperature (mm/°C) or on time (mm/h), in exact integers. */
export class Slope implements Aggregate {
  #n = 0;
  #x = 0n;
  #y = 0n;
  #xx = 0n;
  #xy = 0n;
  #extremes = new Extremes();
  #against: 'temperature' | 'time';
  #minPoints: number;
  #minSpread: number;
  constructor({ against, minPoints, minSpread }: SlopeMetric) {
    this.#against = against;
    this.#minPoints = minPoints;
    this.#minSpread = minSpread;
  }
  #coordinates(point: Measure): [bigint, bigint] | null {
    const x = this.#against === 'time' ? point.time : point.temperature;
    if (x === null || point.stroke === null) return null;
    const scale = this.#against === 'time' ? 1 : MILLIONTHS;
    return [BigInt(Math.round(x * scale)), BigInt(Math.round(point.stroke * MILLIONTHS))];
  }
  add(point: Measure) {
    const xy = this.#coordinates(point);
    if (!xy) return;
    this.#n++;
    this.#x += xy[0];
    this.#y += xy[1];
    this.#xx += xy[0] * xy[0];
    this.#xy += xy[0] * xy[1];
    if (this.#minSpread > 0) this.#extremes.add(point.time, point.temperature!);
  }
  drop(point: Measure) {
    const xy = this.#coordinates(point);
    if (!xy) return;
    this.#n--;
    this.#x -= xy[0];
    this.#y -= xy[1];
    this.#xx -= xy[0] * xy[0];
    this.#xy -= xy[0] * xy[1];
    if (this.#minSpread > 0) this.#extremes.drop(point.time);
  }
  read(): number | NotJudged {
    if (this.#n === 0) return 'window_empty';
    if (this.#n < this.#minPoints) return 'too_few_points';
    if (this.#minSpread > 0 && this.#extremes.spread() < this.#minSpread)
      return 'temperature_spread_too_small';
    const n = BigInt(this.#n);
    const slope = Number(n * this.#xy - this.#x * this.#y) / Number(n * this.#xx - this.#x * this.#x);
    // Converts millionths of a mm per ms to mm per hour without the rounding error of the division, so that a
    // slope of exactly the limit is not greater than it.
    return Math.round(slope * (this.#against === 'time' ? 3.6e9 : 1e9)) / 1e9;
  }
}

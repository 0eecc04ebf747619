import type { METRICS, Measure } from '../metrics.ts';
import { type Aggregate, compare, type NotJudged, Slope, Spread, Values } from './aggregates.ts';
import { type Condition, periodSeconds } from './condition.ts';

export type Verdict =
  | { readonly judged: false; readonly reason: NotJudged }
  | { readonly judged: true; readonly value: number; readonly satisfied: boolean };

/** A stretch of time moving forward over points sorted by time. */
class Span {
  #next = 0;
  #first = 0;
  readonly aggregate: Aggregate;
  #points: readonly Measure[];
  constructor(points: readonly Measure[], aggregate: Aggregate) {
    this.#points = points;
    this.aggregate = aggregate;
  }
  /** Moves to `after` < time ≤ `until`; neither may move back. */
  advance(after: number, until: number) {
    const points = this.#points;
    if (this.#first === this.#next) this.#first = this.#next = firstAfter(points, after, this.#next);
    while (this.#next < points.length && points[this.#next]!.time <= until)
      this.aggregate.add(points[this.#next++]!);
    while (this.#first < this.#next && points[this.#first]!.time <= after)
      this.aggregate.drop(points[this.#first++]!);
  }
}

/** Index of the first point later than `time`, at or after `low`. */
function firstAfter(points: readonly Measure[], time: number, low: number): number {
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[middle]!.time <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One condition's window over an AERO's datapoints (ascending, distinct times); T may only grow. */
export class ConditionWindow {
  #condition: Condition;
  #period: number;
  #whole: Span;
  /** The older half, where the two halves are compared. */
  #older: Span | null = null;
  constructor(condition: Condition, points: readonly Measure[]) {
    this.#condition = condition;
    this.#period = periodSeconds(condition) * 1000;
    const { metric, comparator } = condition;
    const slope = metric === 'displacement_temperature' || metric === 'displacement_time';
    const aggregate = () =>
      slope
        ? new Slope(metric)
        : comparator === 'varies'
          ? new Spread(metric)
          : new Values(condition, metric satisfies keyof typeof METRICS);
    this.#whole = new Span(points, aggregate());
    if (slope && comparator === 'varies') this.#older = new Span(points, aggregate());
  }

  /**
   * The verdict at T (ms). `hasEarlier`: the AERO has a datapoint at or before T − P (any metric).
   */
  judge(T: number, hasEarlier: boolean): Verdict {
    const P = this.#period;
    // Times are whole milliseconds: half of one before T leaves the datapoint at T alone.
    const after = P === 0 ? T - 0.5 : T - P;
    let value: number | NotJudged;
    if (this.#older) {
      this.#older.advance(after, T - P / 2);
      this.#whole.advance(T - P / 2, T);
      const older = this.#older.aggregate.read();
      const newer = this.#whole.aggregate.read();
      if (typeof newer === 'string') value = newer;
      else value = typeof older === 'string' ? older : Math.abs(newer - older);
    } else {
      this.#whole.advance(after, T);
      value = this.#whole.aggregate.read();
    }
    if (P > 0 && !hasEarlier) return { judged: false, reason: 'window_not_full' };
    if (typeof value === 'string') return { judged: false, reason: value };
    return { judged: true, value, satisfied: this.#satisfied(value) };
  }

  #satisfied(value: number): boolean {
    const { aggregate } = this.#whole;
    if (!(aggregate instanceof Values) || this.#condition.average) return compare(this.#condition, value);
    return aggregate.satisfying * 100 >= this.#condition.percent * aggregate.count;
  }
}

import type { Measure } from '../metrics.ts';
import { type Aggregate, comparisonOf, type NotJudged, Slope, Spread, Values } from './aggregates.ts';
import { comparesDifference } from './comparators.ts';
import { CONDITION_METRICS, type Condition, periodSeconds } from './condition.ts';

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
  #holds: (x: number) => boolean;
  #whole: Span;
  /** The older half, where the two halves are compared. */
  #older: Span | null = null;
  constructor(condition: Condition, points: readonly Measure[]) {
    this.#condition = condition;
    this.#period = periodSeconds(condition) * 1000;
    this.#holds = comparisonOf(condition);
    this.#whole = new Span(points, this.#aggregate());
    const { kind } = CONDITION_METRICS[condition.metric];
    if (kind === 'slope' && comparesDifference(condition.comparator))
      this.#older = new Span(points, this.#aggregate());
  }

  #aggregate(): Aggregate {
    const row = CONDITION_METRICS[this.#condition.metric];
    if (row.kind === 'slope') return new Slope(row);
    const [metric] = row.reads;
    if (comparesDifference(this.#condition.comparator)) return new Spread(metric);
    return new Values(this.#condition, metric, this.#holds);
  }

  /**
   * The verdict at T (ms). `hasEarlier`: the AERO has a datapoint at or before T − P (any metric).
   */
  judge(T: number, hasEarlier: boolean): Verdict {
    const P = this.#period;
    // Times are whole milliseconds: half of one before T leaves the datapoint at T alone.
    const after = P === 0 ? T - 0.5 : T - P;
    const value = this.#older ? this.#apart(this.#older, after, T) : this.#read(after, T);
    if (P > 0 && !hasEarlier) return { judged: false, reason: 'window_not_full' };
    if (typeof value === 'string') return { judged: false, reason: value };
    return { judged: true, value, satisfied: this.#satisfied(value) };
  }

  #read(after: number, until: number): number | NotJudged {
    this.#whole.advance(after, until);
    return this.#whole.aggregate.read();
  }

  /** How far the two halves of the window lie apart. */
  #apart(olderHalf: Span, after: number, T: number): number | NotJudged {
    const middle = T - this.#period / 2;
    olderHalf.advance(after, middle);
    const newer = this.#read(middle, T);
    const older = olderHalf.aggregate.read();
    if (typeof newer === 'string') return newer;
    return typeof older === 'string' ? older : Math.abs(newer - older);
  }

  #satisfied(value: number): boolean {
    const { aggregate } = this.#whole;
    if (!(aggregate instanceof Values) || this.#condition.average) return this.#holds(value);
    return aggregate.satisfying * 100 >= this.#condition.percent * aggregate.count;
  }
}

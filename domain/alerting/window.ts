import {
  type Aggregate,
  comparisonOf,
  type Judgeable,
  keepingOf,
  type NotJudged,
  Slope,
  Spread,
  type ValueOf,
  Values,
} from './aggregates.ts';
import { comparesDifference } from './comparators.ts';
import { CONDITION_METRICS, type Condition, periodSeconds } from './condition.ts';

export type Verdict =
  | { readonly judged: false; readonly reason: NotJudged }
  | {
      readonly judged: true;
      readonly value: number;
      readonly satisfied: boolean;
      /**
       * Whether the value has not passed the recovery value, so that firing continues. Only for conditions
       * with such a value.
       */
      readonly keeps?: boolean;
    };

/** A time span moving forward over points sorted by time. */
class Span {
  #next = 0;
  #first = 0;
  readonly aggregate: Aggregate;
  #points: readonly Judgeable[];
  constructor(points: readonly Judgeable[], aggregate: Aggregate) {
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
function firstAfter(points: readonly Judgeable[], time: number, low: number): number {
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[middle]!.time <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One condition's window over an AERO's datapoints (ascending, distinct times); T must not decrease. */
export class ConditionWindow {
  #condition: Condition;
  #period: number;
  #holds: (x: number) => boolean;
  #keeps: ((x: number) => boolean) | null;
  #whole: Span;
  /** The older half, where the two halves are compared. */
  #older: Span | null = null;
  constructor(condition: Condition, points: readonly Judgeable[]) {
    this.#condition = condition;
    this.#period = periodSeconds(condition) * 1000;
    this.#holds = comparisonOf(condition);
    this.#keeps = keepingOf(condition);
    this.#whole = new Span(points, this.#aggregate());
    const { kind } = CONDITION_METRICS[condition.metric];
    if (kind === 'slope' && comparesDifference(condition.comparator))
      this.#older = new Span(points, this.#aggregate());
  }

  #aggregate(): Aggregate {
    const row = CONDITION_METRICS[this.#condition.metric];
    if (row.kind === 'slope') return new Slope(row);
    const read = valueOfCondition(this.#condition);
    if (comparesDifference(this.#condition.comparator)) return new Spread(read);
    return new Values(this.#condition, read);
  }

  /** The verdict at T (ms). `hasEarlier`: the AERO has a datapoint at or before T − P (any metric). */
  judge(T: number, hasEarlier: boolean): Verdict {
    const P = this.#period;
    // Times are whole milliseconds: half a millisecond before T leaves only the datapoint at T.
    const after = P === 0 ? T - 0.5 : T - P;
    const value = this.#older ? this.#apart(this.#older, after, T) : this.#read(after, T);
    if (P > 0 && !hasEarlier) return { judged: false, reason: 'window_not_full' };
    if (typeof value === 'string') return { judged: false, reason: value };
    const satisfied = this.#satisfied(value);
    return { judged: true, value, satisfied, ...(this.#keeps && { keeps: satisfied || this.#kept(value) }) };
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

  #kept(value: number): boolean {
    const { aggregate } = this.#whole;
    if (!(aggregate instanceof Values) || this.#condition.average) return this.#keeps?.(value) === true;
    return aggregate.keeping * 100 >= this.#condition.percent * aggregate.count;
  }
}

/** Reads the value that a condition compares from a point. */
function valueOfCondition({ metric, finding }: Condition): ValueOf {
  const row = CONDITION_METRICS[metric];
  if (row.kind === 'finding') return (point) => gradeOf(point, finding ?? 'any');
  const of = row.kind === 'value' ? row.of : row.reads[0]!;
  return (point) => point[of] ?? null;
}

/** The grade of a finding, or the worst of all; null where none could be evaluated. */
function gradeOf({ findings }: Judgeable, finding: string): number | null {
  if (findings === undefined) return null;
  if (finding !== 'any') return findings[finding] ?? null;
  const grades = Object.values(findings);
  return grades.length === 0 ? null : Math.max(...grades);
}

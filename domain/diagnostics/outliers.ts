/** Lone outliers and missing values: a loose connector or a disturbed line causes many, trains a few. */
import { DAY } from '../durations.ts';
import { type DiagnosticContext, lastDays } from './context.ts';
import type { Day } from './days.ts';
import { type Finding, found, notEvaluable, notWatched } from './finding.ts';
import { SELDOM } from './interval.ts';
import type { Samples } from './samples.ts';

/** Days over which they are counted: the shorter to see a bad connection soon, the longer for boxes that log seldom. */
const COUNTED = [14, 45, 91] as const;
/** Outliers a day that trains cause: three a month, of which one is large. */
const BY_TRAINS = { all: 3 / 30, large: 1 / 30 } as const;
/** Share of the large ones of three months that the newer half must have. */
const STILL = 0.3;
/** Probability of as many by chance below which trains are ruled out: a diagnosis is made on every day for years. */
const BY_CHANCE = 1e-4;
/** Share of the samples from which they are watched, if they are not large, and from which they are bad. */
const WATCH = 0.0025;
const BAD = 0.02;
/** Share and number of missing values, of which a sound box has none. */
const MISSING = 0.0015;
const MIN_MISSING = 4;

interface Count {
  readonly days: number;
  /** Days of them that have measures. */
  readonly known: number;
  readonly count: number;
  readonly large: number;
  readonly samples: number;
  readonly missing: number;
  /** Of the outliers, ms. */
  readonly times: readonly number[];
}

/** Most outliers that are marked on the curve, the newest: more would hide it. */
const MARKED = 20;

/** Whether as many are less likely by chance than `BY_CHANCE` where `usual` are expected (Poisson). */
function areTooMany(count: number, usual: number): boolean {
  let [term, fewer] = [Math.exp(-usual), 0];
  for (let i = 0; i < count; i++) {
    fewer += term;
    term *= usual / (i + 1);
  }
  return 1 - fewer < BY_CHANCE;
}

/** Whether trains alone cannot have caused the outliers. */
function areNoTrains({ known, count, large, samples }: Count): boolean {
  if (areTooMany(large, known * BY_TRAINS.large)) return true;
  return count >= WATCH * samples && areTooMany(count, known * BY_TRAINS.all);
}

/** Number of lone outliers and missing values of stroke, pressure and temperature. */
export function spike(context: DiagnosticContext): Finding {
  const tallies = talliesOf(context.days);
  const counts = COUNTED.map((days) => countOf(days, lastDays({ days: tallies, now: context.now }, days)));
  const [fortnight, weeks, whole] = counts as [Count, Count, Count];
  if (whole.samples < 5)
    return notEvaluable('spike', null, whole.samples === 0 ? 'no_data' : 'too_few_points');
  const seldom = (context.interval ?? 600) > SELDOM;
  const verdictOf = (one: Count) => {
    const { count, samples, missing } = one;
    // A connection that was mended is not reported for three months.
    const isOver = one === whole && weeks.large < STILL * whole.large;
    const gaps = one !== whole && missing >= MIN_MISSING && missing / samples >= MISSING;
    if (!gaps && (seldom || isOver || !areNoTrains(one))) return 'good';
    return (count + missing) / samples >= BAD ? 'bad' : 'watch';
  };
  const chosen = counts.find((one) => verdictOf(one) !== 'good') ?? fortnight;
  const verdict = verdictOf(chosen);
  const { count, samples, missing, times, days } = chosen;
  if (seldom && verdict === 'good') return notWatched('spike', null, context.interval!);
  return found(
    'spike',
    count + missing,
    null,
    verdict,
    { samples, missing, last_at: times.at(-1) ?? null },
    verdict === 'good'
      ? {}
      : {
          confidence: missing >= MIN_MISSING ? 0.95 : 0.88,
          ruled_out: [{ cause: 'trains', by: 'stays' }],
          evidence: {
            metrics: ['pressure', 'stroke'],
            from: context.now - days * DAY,
            to: context.now,
            marks: times.slice(-MARKED).map((at) => ({ at, code: 'outlier' as const })),
            levels: [],
            series: null,
          },
        },
  );
}

const COLUMNS = ['stroke', 'pressure', 'temperature'] as const;
/** Share of the measures that a fitted sensor gives at least; of one that is not fitted nothing is missing. */
const FITTED = 0.02;

/** First reading of a column, ms: before it the sensor was not fitted; infinite if it is not fitted at all. */
function fittedSince(days: readonly Day[], column: (typeof COLUMNS)[number]): number {
  let [first, all, known] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const { samples } of days)
    for (let i = 0; i < samples.time.length; i++) {
      const isKnown = !Number.isNaN(samples[column][i]!);
      if (isKnown) known++;
      if (isKnown && known === 1) first = samples.time[i]!;
      if (known > 0) all++;
    }
  return known > FITTED * all ? first : Number.POSITIVE_INFINITY;
}

/** What is counted of one day. */
interface Tally {
  readonly start: number;
  readonly samples: number;
  readonly missing: number;
  readonly spikes: readonly number[];
  readonly large: number;
}

/** Which of the fitted sensors gave a value in a sample; null if none did, as by a device that did not wake. */
function givenAt(samples: Samples, since: readonly number[], i: number): 'all' | 'some' | null {
  let [known, fitted] = [0, 0];
  for (let at = 0; at < COLUMNS.length; at++) {
    if (samples.time[i]! < since[at]!) continue;
    fitted++;
    if (!Number.isNaN(samples[COLUMNS[at]!][i]!)) known++;
  }
  if (known === 0) return null;
  return known < fitted ? 'some' : 'all';
}

function talliesOf(days: readonly Day[]): Tally[] {
  const since = COLUMNS.map((column) => fittedSince(days, column));
  return days.map(({ start, samples: own, spikes, large }) => {
    let [samples, missing] = [0, 0];
    for (let i = 0; i < own.time.length; i++) {
      const given = givenAt(own, since, i);
      if (given !== null) samples++;
      if (given === 'some') missing++;
    }
    return { start, samples, missing, spikes, large };
  });
}

function countOf(span: number, days: readonly Tally[]): Count {
  const sum = (of: (day: Tally) => number) => days.reduce((total, day) => total + of(day), 0);
  const times = days.flatMap(({ spikes }) => spikes);
  return {
    days: span,
    known: days.length,
    count: times.length,
    large: sum(({ large }) => large),
    samples: sum(({ samples }) => samples),
    missing: sum(({ missing }) => missing),
    times,
  };
}

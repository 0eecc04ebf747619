/** Lone outliers and missing values: a loose connector or a disturbed line causes many, trains a few. */

import { DAY } from '../../durations.ts';
import { type Finding, makeFinding, notEvaluable, notWatched } from '../finding.ts';
import { ruledOut } from '../impostors.ts';
import { SELDOM } from '../row.ts';
import { type DiagnosticContext, lastDays } from '../shared/context.ts';
import type { Day } from '../shared/days/days.ts';
import type { Samples } from '../shared/days/samples.ts';
import type { Outlier } from '../shared/days/spikes.ts';
import { looseConnection as row } from './fault.ts';

/**
 * Days over which they are counted: the shorter period shows a bad connection soon, the longer serves boxes
 * that log seldom.
 */
const COUNTED = [14, 45, 91] as const;
/** Outliers a day that trains cause: three a month. */
const BY_TRAINS = 3 / 30;
/**
 * Large outliers by sensor: their distance in mm and bar, how many a day trains cause (J), and the fewest
 * days over which they are counted. Shocks by trains have a heavy tail; but for a pressure change of 8 bar
 * the gas, 3.5 m long, would have to shorten by 280 mm. The rarest outliers of a sound AERO may come in a
 * cluster of days (simulated).
 */
const LARGE = [
  { stroke: 80, pressure: 8, byTrains: 1 / 30, days: COUNTED[0] },
  { stroke: 160, pressure: Number.POSITIVE_INFINITY, byTrains: 0.6 / 30, days: COUNTED[1] },
  { stroke: Number.POSITIVE_INFINITY, pressure: 8, byTrains: 0.5 / 30, days: COUNTED[1] },
] as const;
/** Share of the large outliers of three months that the newer half must contain. */
const STILL = 0.3;
/**
 * Share of its measures in which a sound sensor gives no value (J): some do in one of a thousand, and then four
 * within 45 days are nothing at an hourly log.
 */
const USUALLY_MISSING = 0.001;
/**
 * Probability of a chance count below which trains are ruled out: a diagnosis is made every day for years.
 */
const BY_CHANCE = 1e-4;
const WATCH = row.thresholds.watch.value;
const BAD = row.thresholds.bad.value;
const MISSING = row.thresholds.missing.value;
const MIN_MISSING = row.thresholds.fewest.value;

interface Count {
  readonly days: number;
  /** Days with measures among them. */
  readonly known: number;
  /** Ascending. */
  readonly outliers: readonly Outlier[];
  readonly samples: number;
  readonly missing: number;
}

/** Maximum number of outliers marked on the curve, the newest: more would hide it. */
const MARKED = 20;

/** Whether a count is less likely by chance than `BY_CHANCE` where `usual` are expected (Poisson). */
function areTooMany(count: number, usual: number): boolean {
  let [term, fewer] = [Math.exp(-usual), 0];
  for (let i = 0; i < count; i++) {
    fewer += term;
    term *= usual / (i + 1);
  }
  return 1 - fewer < BY_CHANCE;
}

/** Number of outliers at least as large as a class of `LARGE`. */
const largeOf = ({ outliers }: Count, { stroke, pressure }: (typeof LARGE)[number]) =>
  outliers.filter((one) => one.stroke > stroke || one.pressure > pressure).length;

/** Whether trains alone cannot have caused the outliers. */
function areNoTrains(one: Count): boolean {
  const { days, known, outliers, samples } = one;
  const counted = LARGE.filter((size) => days >= size.days);
  if (counted.some((size) => areTooMany(largeOf(one, size), known * size.byTrains))) return true;
  return outliers.length >= WATCH * samples && areTooMany(outliers.length, known * BY_TRAINS);
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
    const { outliers, samples, missing } = one;
    // A connection that was repaired is not reported for three months.
    const isOver = one === whole && largeOf(weeks, LARGE[0]) < STILL * largeOf(whole, LARGE[0]);
    const gaps =
      one !== whole &&
      missing >= MIN_MISSING &&
      missing / samples >= MISSING &&
      areTooMany(missing, USUALLY_MISSING * samples);
    if (!gaps && (seldom || isOver || !areNoTrains(one))) return 'good';
    return (outliers.length + missing) / samples >= BAD ? 'bad' : 'watch';
  };
  const chosen = counts.find((one) => verdictOf(one) !== 'good') ?? fortnight;
  const verdict = verdictOf(chosen);
  const { outliers, samples, missing, days } = chosen;
  if (seldom && verdict === 'good') return notWatched('spike', null, context.interval!);
  return makeFinding(
    'spike',
    outliers.length + missing,
    null,
    verdict,
    { samples, missing, last_at: outliers.at(-1)?.time ?? null },
    verdict === 'good'
      ? {}
      : {
          confidence: missing >= MIN_MISSING ? 0.95 : 0.88,
          ruled_out: [ruledOut(row, 'trains')],
          evidence: {
            metrics: ['pressure', 'stroke'],
            from: context.now - days * DAY,
            to: context.now,
            marks: outliers.slice(-MARKED).map(({ time }) => ({ at: time, code: 'outlier' as const })),
            levels: [],
            series: null,
          },
        },
  );
}

const COLUMNS = ['stroke', 'pressure', 'temperature'] as const;
/**
 * Least share of the measures that a fitted sensor gives; a sensor that is not fitted has no missing values.
 */
const FITTED = 0.02;

/**
 * Time of the first reading of a column, ms: before it the sensor was not fitted; infinite if it never was.
 */
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

/** The counts of one day. */
interface Tally {
  readonly start: number;
  readonly samples: number;
  readonly missing: number;
  readonly outliers: readonly Outlier[];
}

/** The fitted sensors that gave a value in a sample; null if none did, as when the device did not wake. */
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
  return days.map(({ start, samples: own, outliers }) => {
    let [samples, missing] = [0, 0];
    for (let i = 0; i < own.time.length; i++) {
      const given = givenAt(own, since, i);
      if (given !== null) samples++;
      if (given === 'some') missing++;
    }
    return { start, samples, missing, outliers };
  });
}

function countOf(span: number, days: readonly Tally[]): Count {
  const sum = (of: (day: Tally) => number) => days.reduce((total, day) => total + of(day), 0);
  return {
    days: span,
    known: days.length,
    outliers: days.flatMap(({ outliers }) => outliers),
    samples: sum(({ samples }) => samples),
    missing: sum(({ missing }) => missing),
  };
}

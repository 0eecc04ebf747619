/** Lone outliers and missing values: a loose connector or a disturbed line causes many, trains a few. */
import { DAY } from '../durations.ts';
import { type DiagnosticContext, lastDays } from './context.ts';
import type { Day } from './days.ts';
import { type Finding, found, notEvaluable, notWatched } from './finding.ts';

/** Days over which they are counted: the shorter to see a bad connection soon, the longer for boxes that log seldom. */
const COUNTED = [14, 45] as const;
/** Share of the samples, watch and bad, and number of outliers: trains cause three a month at ten minutes. */
const WATCH = 0.0025;
const BAD = 0.02;
const MIN_OUTLIERS = 7;
/** Share and number of missing values, of which a sound box has none. */
const MISSING = 0.0015;
const MIN_MISSING = 4;
/** s between measures beyond which a single outlier cannot be distinguished from weather. */
const OFTEN_ENOUGH = 7200;

/** Most outliers that are marked on the curve, the newest: more would hide it. */
const MARKED = 20;

interface Count {
  readonly days: number;
  readonly count: number;
  readonly samples: number;
  readonly missing: number;
  /** Of the outliers, ms. */
  readonly times: readonly number[];
}

/** Number of lone outliers and missing values of stroke and pressure. */
export function spike(context: DiagnosticContext): Finding {
  const counts = COUNTED.map((days) => countOf(days, lastDays(context, days)));
  const [fortnight, long] = counts as [Count, Count];
  if (long.samples < 5) return notEvaluable('spike', null, long.samples === 0 ? 'no_data' : 'too_few_points');
  const seldom = (context.interval ?? 600) > OFTEN_ENOUGH;
  const verdictOf = ({ count, samples, missing }: Count) => {
    const share = count / samples;
    const outliers = !seldom && count >= MIN_OUTLIERS && share >= WATCH;
    const gaps = missing >= MIN_MISSING && missing / samples >= MISSING;
    if (!outliers && !gaps) return 'good';
    return share + missing / samples >= BAD ? 'bad' : 'watch';
  };
  const recent = verdictOf(fortnight);
  const verdict = recent === 'good' ? verdictOf(long) : recent;
  const { count, samples, missing, times, days } = recent === 'good' && verdict !== 'good' ? long : fortnight;
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

function countOf(span: number, days: readonly Day[]): Count {
  let [samples, missing] = [0, 0];
  for (const { samples: own } of days)
    for (let i = 0; i < own.time.length; i++) {
      if (Number.isNaN(own.temperature[i]!)) continue;
      samples++;
      if (Number.isNaN(own.stroke[i]!) || Number.isNaN(own.pressure[i]!)) missing++;
    }
  // A sensor that is not fitted is not missing.
  const absent = missing > 0.5 * samples;
  const times = days.flatMap((day) => day.spikes);
  return { days: span, count: times.length, samples, missing: absent ? 0 : missing, times };
}

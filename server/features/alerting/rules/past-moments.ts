import { CONDITION_METRICS, type Condition } from '@aerowatch/domain/alerting/condition';
import type { Datapoint } from '@aerowatch/domain/alerting/fold';
import { NO_VALUES } from '@aerowatch/domain/metrics';
import type { Db } from '../../../platform/database/db.ts';
import type { Points } from '../../measures/store-points.ts';
import { diagnosedPoints } from '../judging/store-diagnosed.ts';
import { forecastPoints } from '../judging/store-forecast-points.ts';
import { addPastResiduals } from '../residuals.ts';
import { addStrokeShares } from '../stroke-shares.ts';
import { type ContactTimes, contactTimesOf } from './store-contact-times.ts';
import type { PastAero } from './store-rehearsal.ts';

interface Past {
  readonly from: number;
  readonly to: number;
  readonly joined: boolean;
}

/**
 * The moments, other than measures, at which conditions were judged in the past, by AERO: stored diagnoses
 * and forecasts, and when a box fell silent or was heard again. Residuals and shares of
 * the stroke are added to the datapoints.
 */
export async function pastMoments(
  db: Db,
  aeros: readonly PastAero[],
  conditions: readonly Condition[],
  points: ReadonlyMap<number, Points>,
  { from, to, joined }: Past,
): Promise<Map<number, Datapoint[]>> {
  const ids = aeros.map(({ aero }) => aero);
  const kinds = new Set(conditions.map(({ metric }) => CONDITION_METRICS[metric].at));
  if (conditions.some(({ metric }) => metric === 'residual')) await addPastResiduals(db, ids, points);
  if (conditions.some(({ metric }) => metric === 'stroke_percent')) await addStrokeShares(db, ids, points);
  const diagnosed = kinds.has('diagnosis')
    ? await diagnosedPoints(
        db,
        ids.map((aero) => ({ aero, after: from - 1, until: to })),
      )
    : new Map<number, Datapoint[]>();
  if (kinds.has('forecast'))
    for (const [aero, points] of await forecastPoints(db, ids, from, to))
      diagnosed.set(aero, mergeByTime(diagnosed.get(aero) ?? [], points));
  if (!kinds.has('clock')) return diagnosed;
  const limits = conditions.flatMap(({ metric, value }) =>
    CONDITION_METRICS[metric].at === 'clock' ? [value] : [],
  );
  const heard = await contactTimesOf(db, [...new Set(aeros.map(({ box }) => box))], from, to);
  // A box counts once: its first AERO represents it.
  const standing = joined ? aeros : [...Map.groupBy(aeros, ({ box }) => box).values()].map((own) => own[0]!);
  return new Map(
    standing.map(({ aero, box }) => {
      const silent = silences(heard.get(box), limits, to);
      return [aero, mergeByTime(diagnosed.get(aero) ?? [], silent)];
    }),
  );
}

/**
 * The moments at which a box passed a limit of silence, or was heard again after it, as the clock would have
 * shown.
 */
function silences(heard: ContactTimes | undefined, limits: readonly number[], to: number): Datapoint[] {
  if (heard === undefined) return [];
  const { times, uploadMs } = heard;
  const moments: Datapoint[] = [];
  times.forEach((time, i) => {
    const next = times[i + 1] ?? Number.POSITIVE_INFINITY;
    const passed = limits.map((limit) => time + limit * uploadMs + 1).filter((at) => at < Math.min(next, to));
    for (const at of [...new Set(passed)].sort((a, b) => a - b))
      moments.push({ time: at, ...NO_VALUES, at: 'clock', silence: (at - time) / uploadMs });
    if (passed.length > 0 && next < to)
      moments.push({ time: next + 1, ...NO_VALUES, at: 'clock', silence: 0 });
  });
  return moments;
}

/** Merges both in order of time. */
export function mergeByTime(a: readonly Datapoint[], b: readonly Datapoint[]): Datapoint[] {
  return b.length === 0 ? [...a] : [...a, ...b].sort((one, other) => one.time - other.time);
}

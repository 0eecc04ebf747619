import { CONDITION_METRICS } from '@aerowatch/domain/alerting/condition';
import type { ConditionMetricKey } from '@aerowatch/domain/alerting/condition-metrics';
import { windowStart } from '@aerowatch/domain/alerting/fold';
import type { MetricKey } from '@aerowatch/domain/metrics';
import { type Db, type Trx, transaction } from '../../../platform/database/db.ts';
import { isForeignKeyViolation, isRetryable } from '../../../platform/database/errors.ts';
import { loadPoints } from '../../measures/store-points.ts';
import { addResiduals } from '../residuals.ts';
import { lockDueAeros } from '../store-locks.ts';
import { addStrokeShares } from '../stroke-shares.ts';
import { type JudgementEffects, judgeAero, judgedBefore } from './judge-aero.ts';
import { SamiMoved, storeEffects } from './store-effects.ts';
import { type Due, loadWatched, takeDue, type WatchedAero } from './store-judging.ts';

export interface Batch {
  /** AEROs whose due marks were processed. */
  readonly aeros: number;
  /** (condition, datapoint) pairs judged. */
  readonly judgements: number;
}

/** AEROs of one transaction: enough to share the cost of its queries, few enough to be quick. */
export const BATCH = 400;
const TRIES = 5;
/** Days of datapoints read at a time, over all AEROs: some 30,000 at the usual one in ten minutes. */
const CHUNK_DAYS = 200;

/**
 * Judges up to `limit` AEROs that have datapoints due, in one transaction: due marks, alerts, episodes, SAMI,
 * notifications and events are stored together or not at all, so that a worker that dies leaves nothing
 * incomplete. `now` in ms only decides what is late.
 */
export async function judgeDue(db: Db, now: number, limit = BATCH): Promise<Batch> {
  return passing(() => transaction(db, (trx) => judgeBatch(trx, now, limit)));
}

/** Retries work that conflicted with other transactions. */
export async function passing<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      // An AERO, box or client was deleted during the work, or an edit conflicted: retry with the present
      // state.
      const passes = isRetryable(error) || isForeignKeyViolation(error) || error instanceof SamiMoved;
      if (!passes || tried === TRIES) throw error;
    }
  }
}

async function judgeBatch(trx: Trx, now: number, limit: number): Promise<Batch> {
  const aeros = await lockDueAeros(trx, limit);
  if (aeros.length === 0) return { aeros: 0, judgements: 0 };
  const due = await takeDue(trx, aeros);
  const watched = await loadWatched(trx, [...due.keys()]);
  if (watched.length === 0) return { aeros: aeros.length, judgements: 0 };
  const judged: JudgementEffects[] = [];
  for (const chunk of chunks(watched, due, now)) {
    const points = await loadPoints(
      trx,
      chunk.map((aero) => spanOf(aero, due.get(aero.id)!)),
      metricsOf(chunk),
    );
    await addResiduals(trx, watching(chunk, 'residual'), points);
    await addStrokeShares(trx, watching(chunk, 'stroke_percent'), points);
    for (const aero of chunk) judged.push(judgeAero(aero, points.get(aero.id)!, due.get(aero.id)!, now));
  }
  await storeEffects(trx, judged, now);
  return { aeros: aeros.length, judgements: judged.reduce((sum, one) => sum + one.judgements, 0) };
}

/** AEROs of which somebody watches this metric, which their datapoints do not have yet. */
function watching(chunk: readonly WatchedAero[], metric: ConditionMetricKey): number[] {
  return chunk
    .filter(({ watches }) => watches.some(({ condition }) => condition.definition.metric === metric))
    .map(({ id }) => id);
}

/** From the start of the longest window of the first datapoint to be judged. */
function spanOf(aero: WatchedAero, due: Due) {
  const judgedUntil = judgedBefore(aero, due);
  const conditions = aero.watches.map((watch) => watch.condition.definition);
  return { aero: aero.id, after: windowStart(conditions, judgedUntil), receivedFrom: judgedUntil + 1 };
}

/**
 * Groups of AEROs whose windows are held in memory together: many short ones, or a few that look back a
 * month.
 */
function* chunks(
  watched: readonly WatchedAero[],
  due: ReadonlyMap<number, Due>,
  now: number,
): Generator<WatchedAero[]> {
  let chunk: WatchedAero[] = [];
  let days = 0;
  for (const aero of watched) {
    const span = (now - spanOf(aero, due.get(aero.id)!).after) / 86_400_000;
    if (chunk.length > 0 && days + span > CHUNK_DAYS) {
      yield chunk;
      [chunk, days] = [[], 0];
    }
    chunk.push(aero);
    days += Math.max(span, 0.1);
  }
  if (chunk.length > 0) yield chunk;
}

function metricsOf(watched: readonly WatchedAero[]): MetricKey[] {
  const conditions = new Set(watched.flatMap((aero) => aero.watches.map((watch) => watch.condition)));
  return [
    ...new Set([...conditions].flatMap(({ definition }) => CONDITION_METRICS[definition.metric].reads)),
  ];
}

import type { Datapoint } from '@aerowatch/domain/alerting/fold';
import { type Db, type Trx, transaction } from '../../../platform/database/db.ts';
import { lockAeros } from '../store-locks.ts';
import { judgeMoments } from './judge-aero.ts';
import { passing } from './judging.ts';
import { diagnosedPoints, takeDiagnosed } from './store-diagnosed.ts';
import { storeEffects } from './store-effects.ts';
import { loadWatched } from './store-judging.ts';

const BATCH = 400;

/** Judges the diagnosis conditions of AEROs with a new diagnosis; returns how many AEROs. */
export async function judgeDiagnosed(db: Db, now: number): Promise<number> {
  return passing(() => transaction(db, (trx) => judgeBatch(trx, now)));
}

async function judgeBatch(trx: Trx, now: number): Promise<number> {
  const due = await takeDiagnosed(trx, BATCH);
  if (due.length === 0) return 0;
  await lockAeros(trx, due);
  const watched = await loadWatched(trx, due, 'diagnosis');
  const points = await diagnosedPoints(
    trx,
    watched.map(({ id, judgedUntil }) => ({ aero: id, after: Math.max(judgedUntil - 1, 0), until: now })),
  );
  const judged = watched.map((aero) =>
    judgeMoments(aero, newest(points.get(aero.id), aero.judgedUntil), 'diagnosis', now),
  );
  await storeEffects(trx, judged, now);
  return due.length;
}

/** A supervisor that is new to an AERO starts with the present diagnosis, not with earlier ones. */
function newest(points: readonly Datapoint[] = [], judgedUntil: number): readonly Datapoint[] {
  return judgedUntil === Number.NEGATIVE_INFINITY ? points.slice(-1) : points;
}

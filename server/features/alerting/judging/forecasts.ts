import { type Db, type Trx, transaction } from '../../../platform/database/db.ts';
import { lockAeros } from '../store-locks.ts';
import { judgeMoments } from './judge-aero.ts';
import { passing } from './judging.ts';
import { storeEffects } from './store-effects.ts';
import { forecastPointsNow, takeDueForecasts } from './store-forecast-points.ts';
import { loadWatched } from './store-judging.ts';

const BATCH = 400;

/** Judges the forecast conditions of AEROs with a new forecast; returns how many AEROs. */
export async function judgeForecasts(db: Db, now: number): Promise<number> {
  return passing(() => transaction(db, (trx) => judgeBatch(trx, now)));
}

async function judgeBatch(trx: Trx, now: number): Promise<number> {
  const due = await takeDueForecasts(trx, BATCH);
  if (due.length === 0) return 0;
  await lockAeros(trx, due);
  const watched = await loadWatched(trx, due, 'forecast');
  const points = await forecastPointsNow(
    trx,
    watched.map(({ id }) => id),
  );
  const judged = watched.map((aero) => {
    const point = points.get(aero.id);
    return judgeMoments(aero, point === undefined ? [] : [point], 'forecast', now);
  });
  await storeEffects(trx, judged, now);
  return due.length;
}

import type { Datapoint } from '@aerowatch/domain/alerting/fold';
import { NO_VALUES } from '@aerowatch/domain/metrics';
import { type Db, type Trx, transaction } from '../../../../platform/database/db.ts';
import { lockAeros } from '../../store-locks.ts';
import { judgeMoments } from '../judge-aero.ts';
import { passing } from '../judging.ts';
import { storeEffects } from '../store-effects.ts';
import { loadWatched, type WatchedAero } from '../store-judging.ts';
import { type Overdue, silenceTurns } from './store-silence.ts';

const BATCH = 400;

/**
 * Judges silence by the server's clock: one query finds the boxes that fell silent or were heard again, and
 * only these are judged. Returns how many.
 */
export async function judgeSilence(db: Db, now: number): Promise<number> {
  return passing(() => transaction(db, (trx) => judgeBatch(trx, now)));
}

async function judgeBatch(trx: Trx, now: number): Promise<number> {
  const turns = await silenceTurns(trx, now, BATCH);
  if (turns.length === 0) return 0;
  const byAero = Map.groupBy(turns, (turn) => turn.aero);
  const aeros = [...byAero.keys()].sort((a, b) => a - b);
  await lockAeros(trx, aeros);
  const watched = await loadWatched(trx, aeros, 'clock');
  const judged = watched.map((aero) => {
    const own = byAero.get(aero.id)!;
    return judgeMoments(onlyOf(aero, own), momentsOf(own), 'clock', now);
  });
  await storeEffects(trx, judged, now);
  return turns.length;
}

/**
 * A silent box is notified once, represented by one of its AEROs per condition; an AERO that stopped alone is
 * notified by itself.
 */
function onlyOf(aero: WatchedAero, turns: readonly Overdue[]): WatchedAero {
  const ids = new Set(turns.map((turn) => turn.condition));
  const supervisors = new Set(
    aero.watches.flatMap(({ condition }) =>
      ids.has(condition.id) && condition.joined ? [condition.joined] : [],
    ),
  );
  const watches = aero.watches.filter(
    ({ condition }) =>
      ids.has(condition.id) || (condition.joined !== undefined && supervisors.has(condition.joined)),
  );
  return { ...aero, watches };
}

function momentsOf(turns: readonly Overdue[]): Datapoint[] {
  const moments = new Map(turns.map(({ at, silence }) => [at, silence]));
  return [...moments]
    .sort(([a], [b]) => a - b)
    .map(([time, silence]) => ({ time, ...NO_VALUES, at: 'clock', silence }));
}

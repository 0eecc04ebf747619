import { isPassed, isStopped } from '@aerowatch/domain/firmware/waves';
import type { Parts } from '../../../parts.ts';
import { type Trx, transaction } from '../../../platform/database/db.ts';
import { recordChange } from '../../../platform/events/events.ts';
import { nudgeAll } from '../../twin/store-desired.ts';
import { claimRollout } from '../delivery/store-claim.ts';
import { ROLLOUTS_CHANNEL } from './firmware-reports.ts';
import { failSilent, markBlocked, offerNext, openBoxes, waveCounts, withdrawOffers } from './store-boxes.ts';
import { type RolloutRow, updateRollout } from './store-rollouts.ts';

/** In addition to three upload times: a slow download, a clock that drifts. */
const GRACE_MINUTES = 15;

/**
 * Advances one update: silent boxes fail, too many failures stop it, the next wave starts, boxes are offered
 * the firmware.
 */
export async function stepRollout(trx: Trx, rollout: RolloutRow, at: Date): Promise<boolean> {
  let changed = (await failSilent(trx, rollout.id, at, GRACE_MINUTES)).length > 0;
  let { wave } = rollout;
  if ((await markBlocked(trx, rollout.id, wave, at)) > 0) changed = true;
  let counts = await waveCounts(trx, rollout.id, wave);
  if (isStopped(counts, rollout.stop_percent, rollout.accepted_failures)) {
    await withdrawOffers(trx, rollout.id, at);
    await updateRollout(trx, rollout.id, {
      state: 'stopped',
      detail: `failures|${counts.failed}|${counts.size}|${wave}`,
    });
    return true;
  }
  while (!rollout.manual && wave < rollout.waves && isPassed(counts)) {
    wave += 1;
    await updateRollout(trx, rollout.id, { wave, accepted_failures: 0, detail: null });
    await markBlocked(trx, rollout.id, wave, at);
    counts = await waveCounts(trx, rollout.id, wave);
    changed = true;
  }
  if (wave === rollout.waves && (await openBoxes(trx, rollout.id)) === 0) {
    await updateRollout(trx, rollout.id, { state: 'done', detail: null });
    return true;
  }
  const waits = rollout.manual && wave < rollout.waves && isPassed(counts) ? `wave_passed|${wave}` : null;
  if (waits !== rollout.detail) {
    await updateRollout(trx, rollout.id, { detail: waits });
    changed = true;
  }
  const offered = await offerNext(trx, { ...rollout, wave }, at);
  await nudgeAll(
    trx,
    offered.map((box) => box.id),
    'firmware',
  );
  return changed || offered.length > 0;
}

/**
 * Any number of processes may run it: one at a time takes an update, and its whole state is in its tables.
 */
export function startRolloutWorker({ jobs, db, clock }: Parts): () => Promise<void> {
  return jobs.loop({
    name: 'rollouts',
    channel: ROLLOUTS_CHANNEL,
    everyMs: 5000,
    run: async (signal) => {
      let after = 0;
      let steps = 0;
      while (!signal.aborted) {
        const step = await transaction(db, async (trx) => {
          const rollout = await claimRollout(trx, after);
          if (rollout === undefined) return undefined;
          const changed = await stepRollout(trx, rollout, clock.date());
          if (changed)
            await recordChange(trx, {
              entity: 'rollouts',
              type: 'updated',
              id: rollout.id,
              clientId: rollout.client_id,
            });
          return { id: rollout.id, changed };
        });
        if (step === undefined) break;
        after = step.id;
        if (step.changed) steps += 1;
      }
      return steps;
    },
  });
}

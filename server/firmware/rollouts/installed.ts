import type { Trx } from '../../platform/database/db.ts';
import { recordChanges } from '../../platform/events/events.ts';
import { wake } from '../../platform/jobs/jobs.ts';
import { markInstalled } from './store-boxes.ts';

/** Wakes the worker that moves updates along. */
export const ROLLOUTS_CHANNEL = 'aerowatch_rollouts';

/** A box reports the version it runs: the only word that is believed about an update being installed. */
export async function firmwareReported(trx: Trx, boxId: number, version: string, at: Date): Promise<void> {
  const rollouts = await markInstalled(trx, boxId, version, at);
  if (rollouts.length === 0) return;
  await wake(trx, ROLLOUTS_CHANNEL);
  await recordChanges(
    trx,
    rollouts.map(({ id, client_id }) => ({ entity: 'rollouts', type: 'updated', id, clientId: client_id })),
  );
}

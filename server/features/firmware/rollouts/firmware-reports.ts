import type { Trx } from '../../../platform/database/db.ts';
import { recordChanges } from '../../../platform/events/events.ts';
import { wake } from '../../../platform/jobs/jobs.ts';
import { askDiagnoses } from '../../diagnostics/store-requests.ts';
import { publishEvents } from '../../outbox/store-events.ts';
import { firstAero, markFellBack, markInstalled } from './store-boxes.ts';

/** Wakes the worker that advances updates. */
export const ROLLOUTS_CHANNEL = 'aerowatch_rollouts';

/** Handles a box's report of the version it runs, the only proof that an update is installed. */
export async function firmwareReported(trx: Trx, boxId: number, version: string, at: Date): Promise<void> {
  await announce(trx, await markInstalled(trx, boxId, version, at));
}

/**
 * A box runs an older version again although nobody requested it: its last update counts as failed, and
 * people are notified.
 */
export async function firmwareFellBack(
  trx: Trx,
  box: { readonly id: number; readonly clientId: number | null },
  versions: { readonly from: string; readonly to: string },
  at: Date,
): Promise<void> {
  await announce(trx, await markFellBack(trx, box.id, versions, at));
  await askDiagnoses(trx, await firstAero(trx, box.id));
  await publishEvents(trx, [{ type: 'box.fell_back', id: box.id, clientId: box.clientId }]);
}

async function announce(
  trx: Trx,
  rollouts: readonly { id: number; client_id: number | null }[],
): Promise<void> {
  if (rollouts.length === 0) return;
  await wake(trx, ROLLOUTS_CHANNEL);
  await recordChanges(
    trx,
    rollouts.map(({ id, client_id }) => ({ entity: 'rollouts', type: 'updated', id, clientId: client_id })),
  );
}

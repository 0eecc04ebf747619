import { randomUUID } from 'node:crypto';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { type Trx, transaction } from '../../platform/database/db.ts';
import { recordChanges } from '../../platform/events/events.ts';
import { wake } from '../../platform/jobs/jobs.ts';
import { userIdOf, type Viewer } from '../../platform/viewer.ts';
import { aboutBox } from './about-box.ts';
import { nudgeAll } from './store-desired.ts';
import { askBoxes, endByMeasures, failOverdue, markWaiting } from './store-refresh.ts';

export const REFRESH_CHANNEL = 'aerowatch_refresh';
/** A connected box answers within this time; after that, its next contact is awaited. */
const AT_ONCE_MS = 3000;
/** In addition to three upload times: a slow network, a clock that drifts. */
const GRACE_MINUTES = 5;

export interface BoxToRefresh {
  readonly id: number;
  readonly serial_number: string;
  readonly client_id: number | null;
}

/** Asks boxes to report. A box already asked is reminded, not asked twice. Returns how many are asked. */
export async function askRefresh(
  trx: Trx,
  { clock }: Pick<Parts, 'clock'>,
  viewer: Viewer,
  boxes: readonly BoxToRefresh[],
): Promise<number> {
  const reminded = new Set(
    await askBoxes(
      trx,
      boxes.map(({ id }) => ({ id, command: randomUUID() })),
      userIdOf(viewer),
      clock.date(),
    ),
  );
  await nudgeAll(
    trx,
    boxes.map((box) => box.id),
    'command',
  );
  await wake(trx, REFRESH_CHANNEL);
  const anew = boxes.filter(({ id }) => reminded.has(id));
  await recordAudit(
    trx,
    viewer,
    anew.map((box) => ({ action: 'refresh', ...aboutBox(box) })),
  );
  await recordChanges(
    trx,
    anew.map((box) => ({ entity: 'boxes', type: 'updated', id: box.id, clientId: box.client_id })),
  );
  return boxes.length;
}

/** Advances refreshes over time: waiting for the next contact, done by measures, failed. */
export function startRefreshWorker({ jobs, db, clock }: Parts): () => Promise<void> {
  return jobs.loop({
    name: 'refresh',
    channel: REFRESH_CHANNEL,
    everyMs: 2000,
    run: () =>
      transaction(db, async (trx) => {
        const at = clock.date();
        const moved = [
          ...(await endByMeasures(trx, at)),
          ...(await markWaiting(trx, new Date(at.getTime() - AT_ONCE_MS))),
          ...(await failOverdue(trx, at, GRACE_MINUTES)),
        ];
        await recordChanges(
          trx,
          moved.map((box) => ({ entity: 'boxes', type: 'updated', id: box.id, clientId: box.client_id })),
        );
        return moved.length;
      }),
  });
}

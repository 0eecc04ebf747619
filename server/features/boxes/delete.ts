import { recordAudit } from '../../platform/audit/store-audit.ts';
import type { Trx } from '../../platform/database/db.ts';
import { recordChanges } from '../../platform/events/events.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { aboutBox } from '../twin/about-box.ts';
import type { BoxRow } from './store.ts';
import { deleteBox } from './store-delete.ts';

/** Deletes a box with its AEROs and alerts, and records it. */
export async function deleteRecorded(trx: Trx, viewer: Viewer, row: BoxRow): Promise<void> {
  const gone = await deleteBox(trx, row.id);
  const {
    desired,
    reported,
    secret_hash,
    previous_secret_hash,
    refused,
    desired_fields_at,
    search_text,
    ...told
  } = row;
  await recordAudit(trx, viewer, { action: 'delete', ...aboutBox(row), before: told });
  const forget = (entity: 'boxes' | 'aeros' | 'alerts', ids: number[]) =>
    ids.map((id) => ({ entity, type: 'deleted' as const, id, clientId: row.client_id }));
  await recordChanges(trx, [
    ...forget('alerts', gone.alerts),
    ...forget('aeros', gone.aeros),
    ...forget('boxes', [row.id]),
  ]);
}

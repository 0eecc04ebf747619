import type { alertsArchive, alertsPatch } from '@aerowatch/contracts/api/alerts';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import type { Trx } from '../../../platform/database/db.ts';
import { BadRequest } from '../../../platform/errors.ts';
import { recordChanges } from '../../../platform/events/events.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { publishEvents } from '../../outbox/store-events.ts';
import * as store from './store.ts';
import { noteSeen, workOn } from './work-on.ts';

/**
 * Marks an alert as seen (which archives it), keeping the first person who saw it; reopens it; comments on
 * it.
 */
export async function patchAlert(
  trx: Trx,
  viewer: Viewer,
  before: store.AlertRow,
  { seen, comment, ...work }: BodyOf<typeof alertsPatch>,
  at: Date,
): Promise<store.AlertRow> {
  const archives = seen === true && before.seen_at === null;
  const reopens = seen === false && before.seen_at !== null;
  if (archives) await store.markSeen(trx, viewer, [before.id], at, comment);
  else if (comment !== undefined && comment !== before.comment)
    await store.setComment(trx, before.id, comment);
  if (reopens) await store.reopen(trx, before.id);
  await noteSeen(trx, viewer, archives ? [before.id] : [], reopens ? [before.id] : [], at);
  await workOn(trx, viewer, before, work, at);
  const after = await store.alertById(trx, viewer, before.id);
  await written(trx, viewer, archives ? 'archive' : reopens ? 'reopen' : 'update', [before], [after]);
  return after;
}

/**
 * Archives all of them or none: an alert that the viewer may not see is reported as unknown and nothing
 * happens.
 */
export async function archiveAlerts(
  trx: Trx,
  viewer: Viewer,
  { ids, comment }: BodyOf<typeof alertsArchive>,
  at: Date,
): Promise<number[]> {
  const wanted = [...new Set(ids)];
  const before = await store.alertsForUpdate(trx, viewer, wanted);
  if (before.length < wanted.length) throw new BadRequest({ ids: ['unknown'] });
  const open = before.filter((row) => row.seen_at === null);
  const changed = open.map((row) => row.id);
  if (changed.length === 0) return [];
  await store.markSeen(trx, viewer, changed, at, comment);
  await noteSeen(trx, viewer, changed, [], at);
  await written(trx, viewer, 'archive', open, await store.alertsByIds(trx, viewer, changed));
  return changed;
}

async function written(
  trx: Trx,
  viewer: Viewer,
  action: string,
  before: readonly store.AlertRow[],
  after: readonly store.AlertRow[],
): Promise<void> {
  const logged = ({
    seen_at,
    seen_by,
    comment,
    severity,
    assignee_id: assignee,
    mechanism,
    cause,
  }: store.AlertRow) => ({ seen_at, seen_by, comment, severity, assignee, mechanism, cause });
  const was = new Map(before.map((row) => [row.id, row]));
  await recordAudit(
    trx,
    viewer,
    after.map((row) => ({
      action,
      entity: 'alerts',
      id: row.id,
      name: row.supervisor_name,
      clientId: row.client_id,
      before: logged(was.get(row.id)!),
      after: logged(row),
    })),
  );
  if (action === 'archive')
    await publishEvents(
      trx,
      after.map((row) => ({ type: 'alert.archived', id: row.id, clientId: row.client_id })),
    );
  await recordChanges(
    trx,
    after.map((row) => ({ entity: 'alerts', type: 'updated', id: row.id, clientId: row.client_id })),
  );
}

/** Records that somebody commented on an alert. */
export async function recordComment(
  trx: Trx,
  viewer: Viewer,
  alert: store.AlertRow,
  text: string,
): Promise<void> {
  const { id, client_id: clientId, supervisor_name: name } = alert;
  const after = { comment: text };
  await recordAudit(trx, viewer, { action: 'comment', entity: 'alerts', id, name, clientId, after });
  await recordChanges(trx, [{ entity: 'alerts', type: 'updated', id, clientId }]);
}

import type { Trx } from '../../platform/database/db.ts';
import { userIdOf, type Viewer } from '../../platform/viewer.ts';
import { queueMail } from '../outbox/queue.ts';
import type { WorkOrderRow } from './store.ts';

/** Notifies people of assigned work, many orders in one e-mail; not of work they assigned to themselves. */
export async function tellAssignees(
  trx: Trx,
  viewer: Viewer,
  rows: readonly WorkOrderRow[],
  comment = '',
): Promise<void> {
  const me = userIdOf(viewer);
  const assigned = rows.filter(({ assignee_id }) => assignee_id !== null && assignee_id !== me);
  for (const [userId, orders] of Map.groupBy(assigned, ({ assignee_id }) => assignee_id!))
    await queueMail(trx, {
      kind: 'orders_given',
      userId,
      by: viewer.kind === 'user' ? viewer.name || viewer.email : '',
      comment,
      orders: orders.map(({ id, title, kind, serial_number, position, precision, due_on }) => ({
        id,
        title,
        kind,
        serial_number,
        position,
        precision,
        due_on,
      })),
    });
}

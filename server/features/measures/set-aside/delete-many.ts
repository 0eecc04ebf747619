import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { type AsideFilter, deleteSetAside } from './store-set-aside.ts';

/** Deletes one step of the filtered messages, with an entry of the audit log for each box. */
export function deleteMany(
  db: Db,
  viewer: Viewer,
  { limit, ...filter }: AsideFilter & { limit: number },
): Promise<{ deleted: number; more: boolean }> {
  return transaction(db, async (trx) => {
    const gone = await deleteSetAside(trx, viewer, filter, limit);
    const entries = gone.map(({ box, serial, client, count }) => ({
      action: 'delete_set_aside',
      entity: 'boxes',
      id: box,
      name: serial,
      clientId: client,
      after: { count },
    }));
    await recordAudit(trx, viewer, entries);
    const deleted = gone.reduce((sum, { count }) => sum + count, 0);
    return { deleted, more: deleted === limit };
  });
}

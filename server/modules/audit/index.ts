import { auditList } from '@aerowatch/contracts/api/console';
import type { MakeModule } from '../../parts.ts';
import { pageOf } from '../../platform/http/pages.ts';
import { route } from '../../platform/http/route.ts';
import { type AuditRow, listAudit } from './store.ts';

type Changes = Record<string, { from: unknown; to: unknown }>;

const present = (row: AuditRow) => ({
  id: row.id,
  at: row.at.toISOString(),
  user: row.user_id,
  user_name: row.user_name,
  client: row.client_id,
  action: row.action,
  entity: row.entity,
  entity_id: row.entity_id,
  entity_name: row.entity_name,
  changes: row.changes as Changes,
  address: row.address,
});

/** Reading the log of changes; it is written by `platform/audit`, in the transaction of each change. */
export const auditModule: MakeModule = ({ db }) => ({
  name: 'audit',
  routes: [
    route(auditList, async ({ viewer, query, request }) => {
      const { rows, count } = await listAudit(db, viewer, query);
      return pageOf(request, query, count, rows.map(present));
    }),
  ],
});

import { auditList, auditVerify } from '@aerowatch/contracts/api/console';
import { DAY } from '@aerowatch/domain/durations';
import type { MakeModule } from '../../parts.ts';
import { chainAndTell } from '../../platform/audit/chain-and-tell.ts';
import { prune } from '../../platform/audit/store-chain.ts';
import { verifyChain } from '../../platform/audit/verify.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { route } from '../../platform/http/route.ts';
import { system } from '../../platform/viewer.ts';
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
  device: row.device,
});

/** Reads the audit log; `platform/audit` writes it, in the transaction of each change. */
export const auditModule: MakeModule = ({ db, jobs, log }) => ({
  name: 'audit',
  routes: [
    listRoute(db, auditList, listAudit, present),
    route(auditVerify, async () => {
      const { problems, ...verdict } = await verifyChain(db);
      return { ...verdict, problems: [...problems] };
    }),
  ],
  worker: () => {
    const chaining = jobs.loop({ name: 'audit chain', everyMs: 1000, run: () => chainAndTell(db, log) });
    const pruning = jobs.loop({
      name: 'old audit',
      everyMs: DAY,
      run: async () => {
        await prune(db, system);
        return 0;
      },
    });
    return async () => {
      await Promise.all([chaining(), pruning()]);
    };
  },
});

import { auditList, auditPerson, auditVerify } from '@aerowatch/contracts/api/console';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import type { MakeModule, Parts, Stop } from '../../parts.ts';
import { chainAndTell } from '../../platform/audit/chain-and-tell.ts';
import { headKeeper } from '../../platform/audit/head-file.ts';
import { NAMING_FIELDS } from '../../platform/audit/personal.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { prune } from '../../platform/audit/store-chain.ts';
import { readStoredHeads } from '../../platform/audit/stored-heads.ts';
import { verifyChain } from '../../platform/audit/verify.ts';
import { NotFound } from '../../platform/errors.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { changeRoute, type Route, route } from '../../platform/http/route.ts';
import { system, userOf } from '../../platform/viewer.ts';
import { type AuditRow, listAudit } from './store.ts';
import { forgetIdentities, identityOf } from './store-former-people.ts';
import { verifyDaily } from './verify-daily.ts';

type Changes = Record<string, { from: unknown; to: unknown }>;

/** Adds the name to each number of a person; for a deleted one, only the number remains. */
function withNames(changes: Changes, people: AuditRow['people']): Changes {
  const nameOf = (id: unknown) => (typeof id === 'number' ? (people[id] ?? `#${id}`) : null);
  const named = NAMING_FIELDS.flatMap((field) => {
    const change = changes[field];
    if (change === undefined || Object.hasOwn(changes, `${field}_name`)) return [];
    return [[`${field}_name`, { from: nameOf(change.from), to: nameOf(change.to) }] as const];
  });
  return { ...changes, ...Object.fromEntries(named) };
}

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
  changes: withNames(row.changes as Changes, row.people),
  address: row.address,
  device: row.device,
});

/** Reads the audit log; `platform/audit` writes it, in the transaction of each change. */
export const auditModule: MakeModule = (parts) => ({
  name: 'audit',
  routes: auditRoutes(parts),
  worker: () => startAuditLoops(parts),
});

function auditRoutes({ db, signer, clock, config, vault }: Parts): Route[] {
  return [
    listRoute(db, auditList, listAudit, present),
    changeRoute(db, auditPerson, async (trx, { viewer, params, body }) => {
      const by = userOf(viewer);
      const person = await identityOf(trx, by, vault, params.id);
      if (person === undefined) throw new NotFound();
      await recordAudit(trx, by, {
        action: 'resolve_person',
        entity: 'audit',
        id: params.id,
        name: `#${params.id}`,
        clientId: null,
        after: { reason: body.reason },
      });
      return { user: params.id, ...person, deleted_at: person.deleted_at.toISOString() };
    }),
    route(auditVerify, async () => {
      const { problems, ...verdict } = await verifyChain(db, readStoredHeads(config, signer, clock.date()));
      return { ...verdict, problems: [...problems] };
    }),
  ];
}

/** Chains new entries, checks the chain daily, and deletes entries after their retention. */
function startAuditLoops(parts: Parts): Stop {
  const { db, jobs, log, signer, clock, config } = parts;
  const heads = { keeper: headKeeper({ db, log, signer }, config), now: () => clock.date() };
  const chaining = jobs.loop({
    name: 'audit chain',
    everyMs: 1000,
    run: () => chainAndTell(db, log, heads),
  });
  const pruning = jobs.loop({
    name: 'old audit',
    everyMs: DAY,
    run: async () => {
      await prune(db, system);
      await forgetIdentities(db, system);
      return 0;
    },
  });
  const verifying = jobs.loop({
    name: 'audit verification',
    everyMs: HOUR,
    run: async () => {
      await verifyDaily(parts);
      return 0;
    },
  });
  return async () => {
    await Promise.all([chaining(), pruning(), verifying()]);
  };
}

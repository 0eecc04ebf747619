import type { EventEntity } from '@aerowatch/contracts/events';
import type { Db } from '../database/db.ts';
import { recordChange } from '../events/record.ts';
import { type Actor, type AuditEntry, recordAudit } from './store-audit.ts';

const TYPES = { create: 'added', update: 'updated', delete: 'deleted' } as const;

interface Edit extends AuditEntry {
  readonly action: keyof typeof TYPES;
  readonly entity: EventEntity;
  readonly id: number;
}

/** Records that a resource was created, changed or deleted: as a live event for browsers and in the audit log. */
export async function recordEdit(trx: Db, viewer: Actor, edit: Edit): Promise<void> {
  const { action, entity, id, clientId } = edit;
  await recordChange(trx, { entity, type: TYPES[action], id, clientId });
  await recordAudit(trx, viewer, edit);
}

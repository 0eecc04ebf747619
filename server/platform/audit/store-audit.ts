import type { Db } from '../database/db.ts';
import type { Viewer } from '../viewer.ts';
import { changesBetween } from './diff.ts';

/** One act on one thing, as the audit log keeps it. */
export interface AuditEntry {
  /** `create`, `update`, `delete`, or the act's own word (`login`, `revoke`, `refresh`, `archive`, …). */
  readonly action: string;
  /** Collection, by its name on the wire: `boxes`, `users`, … */
  readonly entity: string;
  readonly id: number | null;
  /** How a person calls it: serial number, name, e-mail. */
  readonly name?: string;
  readonly clientId: number | null;
  /** Rows or resources before and after; only what differs is kept, secrets are masked. */
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
  /** Address of the caller (`call.address`); none for the server itself. */
  readonly address?: string | null;
}

/**
 * Writes down who changed what, in the transaction of the change. An update that changed nothing
 * leaves no entry. Many entries of one act go in one statement.
 */
export async function recordAudit(
  db: Db,
  viewer: Viewer,
  entry: AuditEntry | readonly AuditEntry[],
): Promise<void> {
  const rows = ([] as AuditEntry[]).concat(entry).flatMap((one) => {
    const changes = changesBetween(one.before, one.after);
    if (one.action === 'update' && Object.keys(changes).length === 0) return [];
    return {
      user_id: viewer.kind === 'user' ? viewer.id : null,
      user_name: nameOf(viewer),
      client_id: one.clientId,
      action: one.action,
      entity: one.entity,
      entity_id: one.id,
      entity_name: one.name ?? '',
      changes: JSON.stringify(changes),
      address: one.address ?? null,
    };
  });
  for (let start = 0; start < rows.length; start += 1000)
    await db
      .insertInto('audit')
      .values(rows.slice(start, start + 1000))
      .execute();
}

function nameOf(viewer: Viewer): string {
  if (viewer.kind === 'user') return viewer.name;
  return viewer.kind === 'key' ? `API key ${viewer.id}` : viewer.kind;
}

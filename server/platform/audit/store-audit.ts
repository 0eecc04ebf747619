import { sql } from 'kysely';
import { type Db, transaction } from '../database/db.ts';
import { changesBetween } from './diff.ts';
import { type PersonalPart, personalPart, withoutPerson } from './personal.ts';

/** One act on one thing, as the audit log keeps it. */
export interface AuditEntry {
  /** `create`, `update`, `delete`, or the act's own word (`sign_in`, `revoke`, `refresh`, `archive`, …). */
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
  /** What the caller called itself (User-Agent). */
  readonly device?: string | null;
}

/** Who acted: anybody who calls, or what is known of somebody who just signed in. */
export type Actor =
  | { readonly kind: 'user'; readonly id: number; readonly name: string }
  | { readonly kind: 'key'; readonly id: number }
  | { readonly kind: 'visitor' | 'system' };

/** How many go in one statement. */
const MANY = 1000;

/**
 * Writes down who changed what, in the transaction of the change. An update that changed nothing
 * leaves no entry. Many entries of one act go in one statement. They are chained after the commit
 * (`store-chain`), so that nobody waits for anybody else's entry.
 */
export async function recordAudit(
  db: Db,
  viewer: Actor,
  entry: AuditEntry | readonly AuditEntry[],
): Promise<void> {
  const rows = ([] as AuditEntry[]).concat(entry).flatMap((one) => rowOf(viewer, one));
  // An entry is never seen without who it is about, or outside the chain's queue.
  for (let start = 0; start < rows.length; start += MANY)
    await transaction(db, (trx) => insert(trx, rows.slice(start, start + MANY)));
}

type Row = ReturnType<typeof rowOf>[number];

async function insert(db: Db, rows: readonly Row[]): Promise<void> {
  const stored = await db
    .insertInto('audit')
    .values(rows.map(({ values }) => values))
    .returning(['id', sql<string>`personal->>'actor'`.as('actor')])
    .execute();
  // The hash of the actor is salted: it names its row.
  const ids = new Map(stored.map(({ id, actor }) => [actor, id]));
  const idOf = ({ parts }: Row) => ids.get(parts[0]?.hash ?? '') ?? 0;
  await db
    .insertInto('audit_personal')
    .values(
      rows.flatMap((row) => row.parts.map(({ hash: _, ...part }) => ({ audit_id: idOf(row), ...part }))),
    )
    .execute();
  await db
    .insertInto('audit_waiting')
    .values(stored.map(({ id }) => ({ audit_id: id })))
    .execute();
}

function rowOf(viewer: Actor, one: AuditEntry) {
  const changes = changesBetween(one.before, one.after);
  if (one.action === 'update' && Object.keys(changes).length === 0) return [];
  const userId = viewer.kind === 'user' ? viewer.id : null;
  const actor = { user_name: nameOf(viewer), address: one.address ?? null, device: one.device ?? null };
  const parts: PersonalPart[] = [personalPart('actor', userId, actor)];
  const isOfPerson = one.entity === 'users' && one.id !== null;
  const { told, personal } = isOfPerson ? withoutPerson(changes) : { told: changes, personal: {} };
  if (isOfPerson)
    parts.push(personalPart('subject', one.id, { entity_name: one.name ?? '', changes: personal }));
  const values = {
    user_id: userId,
    client_id: one.clientId,
    action: one.action,
    entity: one.entity,
    entity_id: one.id,
    entity_name: isOfPerson ? `#${one.id}` : (one.name ?? ''),
    changes: JSON.stringify(told),
    personal: JSON.stringify(Object.fromEntries(parts.map(({ part, hash }) => [part, hash]))),
  };
  return [{ values, parts }];
}

function nameOf(viewer: Actor): string {
  if (viewer.kind === 'user') return viewer.name;
  return viewer.kind === 'key' ? `API key ${viewer.id}` : viewer.kind;
}

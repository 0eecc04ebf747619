import { sql } from 'kysely';
import { type Db, type Trx, transaction } from '../database/db.ts';
import { sameEmail } from '../database/same-email.ts';
import type { From, System } from '../viewer.ts';
import { type Change, changesBetween } from './diff.ts';
import { byNumber, personalPart, withoutPerson } from './personal.ts';

/** One act on one thing, as stored in the audit log. */
export interface AuditEntry {
  /** `create`, `update`, `delete`, or the act's own word (`sign_in`, `revoke`, `refresh`, `archive`, …). */
  readonly action: string;
  /** Collection, by its name on the wire: `boxes`, `users`, … */
  readonly entity: string;
  readonly id: number | null;
  /** The name for people: serial number, name, e-mail. */
  readonly name?: string;
  /** The name was typed and may belong to anybody, so it is stored beside the chain. */
  readonly isTyped?: boolean;
  readonly clientId: number | null;
  /** Rows or resources before and after; only differences are stored, with secrets masked. */
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
  /** The address of the caller, overriding the actor's. */
  readonly address?: string | null;
  readonly device?: string | null;
}

/** Who acted: any caller, or the known data of somebody who just signed in. */
export type Actor =
  | { readonly kind: 'user'; readonly id: number; readonly name: string; readonly from?: From }
  | { readonly kind: 'key'; readonly id: number; readonly from?: From }
  | { readonly kind: 'system'; readonly from?: From }
  | { readonly kind: 'visitor' };

/** Maximum number in one statement. */
const MANY = 1000;

/**
 * Records who changed what, in the transaction of the change. An update that changed nothing leaves no entry.
 * Many entries of one act are written in one statement. They are chained after the commit (`store-chain`), so
 * that no writer waits for another.
 */
export async function recordAudit(
  db: Db,
  viewer: Actor,
  entry: AuditEntry | readonly AuditEntry[],
): Promise<void> {
  const rows = ([] as AuditEntry[]).concat(entry).flatMap((one) => rowOf(viewer, one));
  // An entry is never visible without its subject, or outside the chain's queue.
  for (let start = 0; start < rows.length; start += MANY)
    await transaction(db, (trx) => insert(trx, rows.slice(start, start + MANY)));
}

/** The account of a typed e-mail, in any case. */
export async function idOfEmail(db: Db, _viewer: System, email: string): Promise<number | null> {
  const row = await db.selectFrom('users').select('id').where(sameEmail(email)).executeTakeFirst();
  return row?.id ?? null;
}

/** The existing ones of these people, locked until the transaction ends. */
export async function holdPeople(trx: Trx, _viewer: System, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${[...ids]}::int[]) order by id for key share`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

type Row = ReturnType<typeof rowOf>[number];

async function insert(db: Db, rows: readonly Row[]): Promise<void> {
  const stored = await db
    .insertInto('audit')
    .values(rows.map(({ values }) => values))
    .returning(['id', sql<string>`personal->>'actor'`.as('actor')])
    .execute();
  // The hash of the actor is salted, so it identifies its row.
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
  const changes = byNumber(changesBetween(one.before, one.after));
  if (one.action === 'update' && Object.keys(changes).length === 0) return [];
  const { kept, parts } = partsOf(viewer, one, changes);
  const hasSubject = parts.length > 1;
  const values = {
    user_id: viewer.kind === 'user' ? viewer.id : null,
    client_id: one.clientId,
    action: one.action,
    entity: one.entity,
    entity_id: one.id,
    entity_name: hasSubject ? numberOf(one) : (one.name ?? ''),
    changes: JSON.stringify(kept),
    personal: JSON.stringify(Object.fromEntries(parts.map(({ part, hash }) => [part, hash]))),
  };
  return [{ values, parts }];
}

const numberOf = ({ id }: AuditEntry) => (id === null ? '' : `#${id}`);

/** The parts of an entry stored beside the chain: who acted, and a typed name of the subject. */
function partsOf(viewer: Actor, one: AuditEntry, changes: Record<string, Change>) {
  const about = one.entity === 'users' ? one.id : null;
  const from = 'from' in viewer ? viewer.from : undefined;
  const { name: entity_name = '', address = from?.address ?? null, device = from?.device ?? null } = one;
  // If an act on a person has no known actor, its address belongs to that person.
  const owner = address === null ? null : about;
  const actor = { user_name: nameOf(viewer), address, device };
  const parts = [personalPart('actor', viewer.kind === 'user' ? viewer.id : owner, actor)];
  if (about === null && one.isTyped !== true) return { kept: changes, parts };
  const { kept, personal } = about === null ? { kept: changes, personal: {} } : withoutPerson(changes);
  return { kept, parts: [...parts, personalPart('subject', about, { entity_name, changes: personal })] };
}

function nameOf(viewer: Actor): string {
  if (viewer.kind === 'user') return viewer.name;
  return viewer.kind === 'key' ? `API key ${viewer.id}` : viewer.kind;
}

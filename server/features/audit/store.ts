import type { auditList } from '@aerowatch/contracts/api/console';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { type Selectable, sql } from 'kysely';
import { NAMING_FIELDS } from '../../platform/audit/personal.ts';
import type { Db } from '../../platform/database/db.ts';
import { type ListPage, listPage } from '../../platform/database/list.ts';
import type { Database } from '../../platform/database/schema.ts';
import { containing, visibleTo } from '../../platform/database/scope.ts';
import type { System, Viewer } from '../../platform/viewer.ts';

/** With the names of people whom its changes mention by number. */
export type AuditRow = Selectable<Database['audit_told']> & {
  readonly people: Readonly<Record<string, string>>;
};

const PEOPLE = sql<Record<string, string>>`(
  select coalesce(jsonb_object_agg(u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)), '{}')
  from users u where u.id in (
    select side::int from jsonb_each(changes) c, unnest(array[c.value->>'from', c.value->>'to']) side
    where c.key = any(${[...NAMING_FIELDS]}::text[]) and side ~ '^[0-9]{1,9}$'))`;

/** A page of the log, newest first; non-admins see their client's entries. */
export function listAudit(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof auditList>,
): Promise<ListPage<AuditRow>> {
  let found = db
    .selectFrom('audit_told')
    .selectAll()
    .select(PEOPLE.as('people'))
    .where(visibleTo(viewer, 'client_id'));
  if (query.entity) found = found.where(sql<boolean>`entity = any(${query.entity.split(',')})`);
  if (query.action) found = found.where(sql<boolean>`action = any(${query.action.split(',')})`);
  if (query.entity_id) found = found.where(sql<boolean>`entity_id = any(${query.entity_id})`);
  if (query.user) found = found.where(sql<boolean>`user_id = any(${query.user})`);
  if (query.client) found = found.where(sql<boolean>`client_id = any(${query.client})`);
  if (query.from) found = found.where('at', '>=', new Date(query.from));
  if (query.to) found = found.where('at', '<', new Date(query.to));
  if (query.search)
    found = found.where(
      sql<boolean>`concat_ws(' ', user_name, entity, entity_name, action) ilike ${containing(query.search)}`,
    );
  return listPage(found, query, '-id');
}

/**
 * Removes e-mail addresses typed before they belonged to an account: every address this person ever had.
 * Returns the changed entries for the deletion's own entry, because their hashes no longer match.
 */
export async function takeTypedNames(
  db: Db,
  _viewer: System,
  userId: number,
  email: string,
): Promise<number[]> {
  const { rows } = await sql<{ audit_id: number }>`
    delete from audit_personal where person is null and part = 'subject'
    and lower((content::jsonb->>'entity_name') collate "C") in (
      select lower((content::jsonb->>'entity_name') collate "C") from audit_personal where person = ${userId} and part = 'subject'
      union all select lower(${email}::text collate "C")) returning audit_id`.execute(db);
  return rows.map((row) => row.audit_id).sort((a, b) => a - b);
}

/**
 * Keeps a deleted user in the log as a number: names, addresses and other personal data are removed. The
 * entries and their hash chain stay intact.
 */
export async function pseudonymise(db: Db, _viewer: System, userId: number): Promise<void> {
  await db.deleteFrom('audit_personal').where('person', '=', userId).execute();
}

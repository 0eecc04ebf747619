import type { groupsList, usersList } from '@aerowatch/contracts/api/users';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import type { ChannelKey } from '@aerowatch/domain/notifications/channels';
import { foldEmail } from '@aerowatch/domain/validation';
import { type Expression, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import { type ListPage, listPage } from '../../platform/database/list.ts';
import { sameEmail } from '../../platform/database/same-email.ts';
import { containing, visibleTo } from '../../platform/database/scope.ts';
import { BadRequest, NotFound } from '../../platform/errors.ts';
import { type System, userIdOf, type Viewer } from '../../platform/viewer.ts';
import { CHOICES, type ChannelChoices, UNREACHED } from '../outbox/store-channels.ts';
import type { UsersTable } from './schema.ts';

export type UserRow = Omit<
  Selectable<UsersTable>,
  'password_hash' | 'must_change_password' | 'password_printed_at' | 'week_ahead_told'
> & {
  groups: number[];
  channels: ChannelChoices;
  unreached: ChannelKey[];
};

const COLUMNS = [
  'id',
  'created_at',
  'updated_at',
  'email',
  'first_name',
  'last_name',
  'phone',
  'language',
  'avatar',
  'is_staff',
  'is_superuser',
  'client_id',
  'is_active',
  'unit_system',
  'theme',
  'time_zone',
  'notify_over',
  'repeat_after',
  'quiet_from',
  'quiet_to',
  'week_ahead',
  'last_login',
] as const satisfies readonly (keyof UsersTable)[];
const GROUPS = sql<
  number[]
>`array(select group_id from user_groups where user_id = users.id order by group_id)`;
const DERIVED = [GROUPS.as('groups'), CHOICES.as('channels'), UNREACHED.as('unreached')] as const;

/** A page of the users this viewer may see, and the total count. */
export async function listUsers(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof usersList>,
): Promise<ListPage<UserRow>> {
  const found = db
    .selectFrom('users')
    .where(visibleTo(viewer, 'users.client_id'))
    .where((eb) => eb.and(conditions(query)));
  return listPage(found.select(COLUMNS).select(DERIVED), query, 'last_name', {
    client: 'client_id',
  });
}

function conditions(query: QueryOf<typeof usersList>): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = [];
  if (query.client) list.push(sql<boolean>`client_id = any(${query.client})`);
  if (query.groups)
    list.push(
      sql<boolean>`exists (select from user_groups where user_id = users.id and group_id = any(${query.groups}))`,
    );
  if (query.is_active !== undefined) list.push(sql<boolean>`is_active = ${query.is_active}`);
  if (query.is_staff !== undefined) list.push(sql<boolean>`is_staff = ${query.is_staff}`);
  if (query.is_superuser !== undefined) list.push(sql<boolean>`is_superuser = ${query.is_superuser}`);
  if (query.language) list.push(sql<boolean>`language = any(${query.language.split(',')})`);
  if (query.email) list.push(sameEmail(query.email));
  for (const word of (query.search ?? '').split(/\s+/).filter(Boolean))
    list.push(sql<boolean>`concat_ws(' ', first_name, last_name, email) ilike ${containing(word)}`);
  return list;
}

/** One user of the viewer's client, or the viewer's own record; 404 for any other. */
export async function userById(db: Db, viewer: Viewer, id: number, lock = false): Promise<UserRow> {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .select(DERIVED)
    .where('id', '=', id)
    .where((eb) => eb.or([visibleTo(viewer, 'users.client_id'), eb('id', '=', userIdOf(viewer) ?? 0)]))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(() => new NotFound());
}

export const userForUpdate = (db: Db, viewer: Viewer, id: number) => userById(db, viewer, id, true);

/** Rows for live events, by ids. */
export function usersByIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .select(DERIVED)
    .where(sql<boolean>`id = any(${[...ids]})`)
    .where((eb) => eb.or([visibleTo(viewer, 'users.client_id'), eb('id', '=', userIdOf(viewer) ?? 0)]))
    .execute();
}

/** Which of these addresses belong to accounts, whoever's: they are unique. In the form of `foldEmail`. */
export async function takenEmails(db: Db, _viewer: System, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`select lower(email collate "C") as email from users
    where lower(email collate "C") = any(${emails.map(foldEmail)}::text[])`.execute(db);
  return new Set(rows.map(({ email }) => email));
}

export type UserValues = Updateable<UsersTable>;

export async function insertUser(
  db: Db,
  values: UserValues & { email: string; first_name: string; last_name: string; password_hash: string },
): Promise<number> {
  const { id } = await named(db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow());
  return id;
}

export async function updateUser(db: Db, id: number, values: UserValues): Promise<void> {
  await named(db.updateTable('users').set(values).where('id', '=', id).execute());
}

/** A conflict of the unique e-mail is reported at its field. */
async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_folded')) throw new BadRequest({ email: ['email_taken'] });
    throw error;
  }
}

export async function setGroups(db: Db, userId: number, groups: readonly number[]): Promise<void> {
  await db.deleteFrom('user_groups').where('user_id', '=', userId).execute();
  if (groups.length > 0)
    await db
      .insertInto('user_groups')
      .values(groups.map((group_id) => ({ user_id: userId, group_id })))
      .execute();
}

export async function unknownGroups(db: Db, groups: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('groups').select('id').execute();
  return groups.filter((id) => !rows.some((row) => row.id === id));
}

export async function listGroups(db: Db, _viewer: Viewer, query: QueryOf<typeof groupsList>) {
  return listPage(
    db
      .selectFrom('groups')
      .selectAll()
      .where('name', 'ilike', containing(query.search ?? '')),
    query,
    'id',
  );
}

/** Locks all administrators, so that the last two cannot leave at once. */
export async function lockAdmins(db: Db): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('is_staff', '=', true), eb('is_superuser', '=', true)]))
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function activeAdminCount(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('is_staff', '=', true), eb('is_superuser', '=', true)]))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Deletes a user with everything that is only theirs; returns the stored files that are no longer needed. */
export async function deleteUser(db: Db, id: number): Promise<string[]> {
  await forgetInHistories(db, id);
  const jobs = await sql<{ file: string | null; upload: string | null }>`
    delete from jobs where user_id = ${id} returning file, params->>'upload' as upload`.execute(db);
  const user = await db.deleteFrom('users').where('id', '=', id).returning('avatar').executeTakeFirst();
  const files = [user?.avatar, ...jobs.rows.flatMap(({ file, upload }) => [file, upload])];
  return files.filter((file) => typeof file === 'string');
}

/**
 * Histories of alerts contain names as they were, so that they read the same when somebody's name changes: a
 * deleted person is replaced by their number in the audit log. An assignment identifies its person only by
 * the name, so it is kept if somebody else has the same name.
 */
async function forgetInHistories(db: Db, id: number): Promise<void> {
  const number = `#${id}`;
  await sql`update alert_comments set user_name = ${number} where user_id = ${id}`.execute(db);
  await sql`update alert_events set user_name = ${number} where user_id = ${id}`.execute(db);
  const name = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)`;
  await sql`
    with gone as (select ${name} as name from users u where u.id = ${id})
    update alert_events e set detail = to_jsonb(${number}::text) from gone
      where e.type = 'assigned' and e.detail = to_jsonb(gone.name)
        and not exists (select from users u where u.id <> ${id} and ${name} = gone.name)`.execute(db);
}

/** Whether nobody else has this e-mail, regardless of case. */
export async function emailIsFree(db: Db, email: string, userId: number): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where(sameEmail(email))
    .where('id', '<>', userId)
    .executeTakeFirst();
  return other === undefined;
}

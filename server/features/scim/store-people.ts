import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { sameEmail } from '../../platform/database/same-email.ts';
import { all } from '../../platform/database/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import type { System } from '../../platform/viewer.ts';
import { BY_SSO_ALONE } from '../credentials/store-sessions.ts';
import type { Window } from './protocol/answer.ts';
import type { Comparison } from './protocol/filter.ts';
import type { Directory } from './store-tokens.ts';

/** What a directory sees of somebody. */
export interface PersonRow {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly language: string;
  readonly is_active: boolean;
  readonly client: string | null;
  readonly external_id: string | null;
  readonly groups: readonly { readonly id: number; readonly name: string }[];
}
const COLUMNS = sql`users.id, users.created_at, users.updated_at, users.email, users.first_name,
  users.last_name, users.language, users.is_active, p.external_id,
  (select name from clients where id = users.client_id) as client,
  coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.id)
    from scim_members m join scim_groups g on g.id = m.group_id where m.user_id = users.id), '[]') as groups`;
const FROM = sql`users left join scim_people p on p.user_id = users.id`;

/** The people of a client, or everybody. */
const within = ({ clientId }: Directory): RawBuilder<SqlBool> =>
  clientId === null ? sql<SqlBool>`true` : sql<SqlBool>`users.client_id = ${clientId}`;

/** Attributes of people by which a directory looks for them. */
export const PEOPLE_FILTERS = ['username', 'externalid', 'id', 'active', 'emails', 'emails.value'] as const;

function holds({ attribute, value }: Comparison): RawBuilder<SqlBool> {
  const text = String(value);
  if (attribute === 'active') return sql<SqlBool>`users.is_active = ${text === 'true'}`;
  if (attribute === 'externalid') return sql<SqlBool>`p.external_id = ${text}`;
  if (attribute === 'id') return sql<SqlBool>`users.id::text = ${text}`;
  return sql<SqlBool>`${sameEmail(text)}`;
}

export async function listPeople(
  db: Db,
  directory: Directory,
  filter: readonly Comparison[],
  { startIndex, count }: Window,
): Promise<{ rows: PersonRow[]; total: number }> {
  const where = all([within(directory), ...filter.map(holds)]);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ${FROM} where ${where}`.execute(db);
  const { rows } = await sql<PersonRow>`select ${COLUMNS} from ${FROM} where ${where}
    order by users.id limit ${count} offset ${startIndex - 1}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** One person; 404 for one of another client. */
export async function personById(db: Db, directory: Directory, id: number): Promise<PersonRow> {
  const { rows } = await sql<PersonRow>`select ${COLUMNS} from ${FROM}
    where users.id = ${id} and ${within(directory)}`.execute(db);
  if (rows[0] === undefined) throw new NotFound();
  return rows[0];
}

/** Which of these ids are people that the directory reaches. */
export async function reachedPeople(db: Db, directory: Directory, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from users
    where id = any(${[...ids]}::int[]) and ${within(directory)} order by id for key share`.execute(db);
  return rows.map(({ id }) => id);
}

export async function keepPerson(
  db: Db,
  userId: number,
  externalId: string | null,
  isMade: boolean,
): Promise<void> {
  await sql`insert into scim_people (user_id, external_id, is_made) values (${userId}, ${externalId}, ${isMade})
    on conflict (user_id) do update set external_id = excluded.external_id`.execute(db);
}

/** The client of a name, whatever its case. */
export async function clientOfName(db: Db, _viewer: System, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('clients')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .forKeyShare()
    .executeTakeFirst();
  return row?.id;
}

/**
 * Whether a directory created this account and nobody ever chose a password for it: it then has no owner here who
 * could link it to the provider.
 */
export async function isMadeByDirectory(db: Db, _viewer: System, userId: number): Promise<boolean> {
  const { rows } = await sql`select from scim_people p join users on users.id = p.user_id
    where p.user_id = ${userId} and p.is_made and users.password_hash = ${BY_SSO_ALONE}`.execute(db);
  return rows.length > 0;
}

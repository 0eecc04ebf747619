import { OBSERVER_GROUP } from '@aerowatch/domain/access';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import { all } from '../../platform/database/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import type { System } from '../../platform/viewer.ts';
import type { Window } from './protocol/answer.ts';
import { ScimError } from './protocol/error.ts';
import type { Comparison } from './protocol/filter.ts';
import type { Directory } from './store-tokens.ts';

/** A group that a directory sent, with its members. */
export interface GroupRow {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly name: string;
  readonly external_id: string | null;
  /** The role that its name stands for. */
  readonly role_id: number | null;
  /** Ids of people. */
  readonly members: readonly number[];
}
const COLUMNS = sql`g.id, g.created_at, g.updated_at, g.name, g.external_id, g.role_id,
  array(select m.user_id from scim_members m where m.group_id = g.id order by m.user_id) as members`;

/** The groups of the directory itself: those of a client, or those of the console. */
const within = ({ clientId }: Directory): RawBuilder<SqlBool> =>
  sql<SqlBool>`g.client_id is not distinct from ${clientId}::int`;

/** Attributes of groups by which a directory looks for them. */
export const GROUP_FILTERS = ['displayname', 'externalid', 'id', 'members', 'members.value'] as const;

function holds({ attribute, value }: Comparison): RawBuilder<SqlBool> {
  const text = String(value);
  if (attribute === 'displayname') return sql<SqlBool>`lower(g.name) = lower(${text})`;
  if (attribute === 'externalid') return sql<SqlBool>`g.external_id = ${text}`;
  if (attribute === 'id') return sql<SqlBool>`g.id::text = ${text}`;
  return sql<SqlBool>`exists (select from scim_members m where m.group_id = g.id and m.user_id::text = ${text})`;
}

export async function listGroups(
  db: Db,
  directory: Directory,
  filter: readonly Comparison[],
  { startIndex, count }: Window,
): Promise<{ rows: GroupRow[]; total: number }> {
  const where = all([within(directory), ...filter.map(holds)]);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from scim_groups g where ${where}`.execute(db);
  const { rows } = await sql<GroupRow>`select ${COLUMNS} from scim_groups g where ${where}
    order by g.id limit ${count} offset ${startIndex - 1}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function groupById(db: Db, directory: Directory, id: number, lock = false): Promise<GroupRow> {
  const { rows } = await sql<GroupRow>`select ${COLUMNS} from scim_groups g
    where g.id = ${id} and ${within(directory)} ${sql.raw(lock ? 'for update of g' : '')}`.execute(db);
  if (rows[0] === undefined) throw new NotFound();
  return rows[0];
}

export interface GroupValues {
  readonly name: string;
  readonly external_id: string | null;
  readonly role_id: number | null;
}

export async function insertGroup(db: Db, { clientId }: Directory, values: GroupValues): Promise<number> {
  const insert = db
    .insertInto('scim_groups')
    .values({ ...values, client_id: clientId })
    .returning('id');
  return (await named(insert.executeTakeFirstOrThrow())).id;
}

export async function updateGroup(db: Db, id: number, values: GroupValues, now: Date): Promise<void> {
  const update = db
    .updateTable('scim_groups')
    .set({ ...values, updated_at: now })
    .where('id', '=', id);
  await named(update.execute());
}

async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'scim_groups_name'))
      throw new ScimError('uniqueness', 'Another group has this name.');
    throw error;
  }
}

export async function deleteGroup(db: Db, id: number): Promise<void> {
  await db.deleteFrom('scim_groups').where('id', '=', id).execute();
}

export async function setMembers(db: Db, groupId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from scim_members where group_id = ${groupId} and user_id <> all(${[...ids]}::int[])`.execute(
    db,
  );
  await sql`insert into scim_members (group_id, user_id) select ${groupId}, unnest(${[...ids]}::int[])
    on conflict do nothing`.execute(db);
}

/** The roles that the groups of each of these people give: of who is in none with a role, that of an observer. */
export async function rolesOf(
  trx: Trx,
  _viewer: System,
  ids: readonly number[],
): Promise<{ id: number; roles: number[] }[]> {
  const { rows } = await sql<{ id: number; roles: number[] }>`
    select ids.id, coalesce(array_agg(distinct g.role_id order by g.role_id) filter (where g.role_id is not null),
      array[${OBSERVER_GROUP}::int]) as roles
    from unnest(${[...ids]}::int[]) as ids(id)
      left join scim_members m on m.user_id = ids.id left join scim_groups g on g.id = m.group_id
    group by ids.id order by ids.id`.execute(trx);
  return rows;
}

import type { keysList } from '@aerowatch/contracts/api/keys';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { MANAGER_GROUP } from '@aerowatch/domain/access';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { type ListPage, listPage } from '../../platform/database/list.ts';
import { containing, visibleTo } from '../../platform/database/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import type { System, Viewer } from '../../platform/viewer.ts';
import type { ApiKeysTable } from './schema.ts';

const COLUMNS = [
  'id',
  'created_at',
  'updated_at',
  'name',
  'client_id',
  'prefix',
  'last_used_at',
  'revoked_at',
  'expires_at',
  'scopes',
  'created_by',
  'maker_left_at',
  'kept_until',
] as const;
/** The hash is never returned. */
export type KeyRow = Pick<Selectable<ApiKeysTable>, (typeof COLUMNS)[number]> & { maker: string | null };
const maker = sql<string | null>`(select nullif(trim(u.first_name || ' ' || u.last_name), '')
  from users u where u.id = api_keys.created_by)`.as('maker');
const SHOWN = [...COLUMNS, maker] as const;

export function listKeys(db: Db, viewer: Viewer, query: QueryOf<typeof keysList>): Promise<ListPage<KeyRow>> {
  const found = db
    .selectFrom('api_keys')
    .select(SHOWN)
    .where(visibleTo(viewer, 'client_id'))
    .$if(query.client !== undefined, (select) => select.where(sql<boolean>`client_id = any(${query.client})`))
    .$if(query.name !== undefined, (select) => select.where(sql<boolean>`lower(name) = lower(${query.name})`))
    .where('name', 'ilike', containing(query.search ?? ''));
  return listPage(found, query, '-created_at', { client: 'client_id' });
}

export async function keyById(db: Db, viewer: Viewer, id: number, lock = false): Promise<KeyRow> {
  return db
    .selectFrom('api_keys')
    .select(SHOWN)
    .where('id', '=', id)
    .where(visibleTo(viewer, 'client_id'))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(() => new NotFound());
}

export function keysByIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<KeyRow[]> {
  return db
    .selectFrom('api_keys')
    .select(SHOWN)
    .where('id', 'in', [...ids])
    .where(visibleTo(viewer, 'client_id'))
    .execute();
}

export function insertKey(db: Db, values: Insertable<ApiKeysTable>): Promise<KeyRow> {
  return db.insertInto('api_keys').values(values).returning(SHOWN).executeTakeFirstOrThrow();
}

export function updateKey(db: Db, id: number, values: Updateable<ApiKeysTable>): Promise<KeyRow> {
  return db
    .updateTable('api_keys')
    .set(values)
    .where('id', '=', id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();
}

export async function deleteKey(db: Db, id: number): Promise<void> {
  await db.deleteFrom('api_keys').where('id', '=', id).execute();
}

interface EndingKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly expires_at: Date;
  readonly client_id: number;
  /** Its creator left. */
  readonly orphaned: boolean;
  readonly owners: readonly number[];
}

/**
 * Takes keys that expire before `until`, or whose creator left, and that were not announced yet, and marks
 * them; with the people to notify of each: its creator, if still active, else the managers of its client,
 * else the administrators.
 */
export async function claimEnding(trx: Trx, _viewer: System, now: Date, until: Date): Promise<EndingKey[]> {
  const { rows } = await sql<EndingKey>`
    with ending as (
      select id from api_keys where told_at is null and revoked_at is null and expires_at > ${now}
        and (expires_at <= ${until} or maker_left_at is not null)
      order by expires_at limit 100 for update skip locked),
    told as (
      update api_keys k set told_at = ${now} from ending where k.id = ending.id
      returning k.id, k.name, k.prefix, k.expires_at, k.client_id, k.created_by, k.maker_left_at is not null as orphaned)
    select id, name, prefix, expires_at, client_id, orphaned, coalesce(
      (select array[u.id] from users u where u.id = told.created_by and u.is_active and (u.client_id = told.client_id or u.is_staff or u.is_superuser)),
      (select array_agg(u.id) from users u join user_groups g on g.user_id = u.id and g.group_id = ${MANAGER_GROUP}
        where u.client_id = told.client_id and u.is_active),
      (select array_agg(u.id) from users u where u.is_active and (u.is_staff or u.is_superuser)), '{}') as owners
    from told`.execute(trx);
  return rows;
}

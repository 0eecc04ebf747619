import type { keysList } from '@aerowatch/contracts/api/keys';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { listed } from '../../platform/database/list.ts';
import type { ApiKeysTable } from '../../platform/database/schema.ts';
import { containing, seenBy } from '../../platform/database/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';

const COLUMNS = [
  'id',
  'created_at',
  'updated_at',
  'name',
  'client_id',
  'prefix',
  'last_used_at',
  'revoked_at',
] as const;
/** The hash stays in the database. */
export type KeyRow = Pick<Selectable<ApiKeysTable>, (typeof COLUMNS)[number]>;

export function listKeys(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof keysList>,
): Promise<{ rows: KeyRow[]; count: number }> {
  const found = db
    .selectFrom('api_keys')
    .select(COLUMNS)
    .where(seenBy(viewer, 'client_id'))
    .$if(query.client !== undefined, (select) => select.where(sql<boolean>`client_id = any(${query.client})`))
    .$if(query.name !== undefined, (select) => select.where(sql<boolean>`lower(name) = lower(${query.name})`))
    .where('name', 'ilike', containing(query.search ?? ''));
  return listed(found, query, '-created_at', { client: 'client_id' });
}

export async function keyById(db: Db, viewer: Viewer, id: number, lock = false): Promise<KeyRow> {
  const row = await db
    .selectFrom('api_keys')
    .select(COLUMNS)
    .where('id', '=', id)
    .where(seenBy(viewer, 'client_id'))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (row === undefined) throw new NotFound();
  return row;
}

export function keysByIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<KeyRow[]> {
  return db
    .selectFrom('api_keys')
    .select(COLUMNS)
    .where('id', 'in', [...ids])
    .where(seenBy(viewer, 'client_id'))
    .execute();
}

export function insertKey(
  db: Db,
  values: { name: string; client_id: number; prefix: string; hash: Buffer },
): Promise<KeyRow> {
  return db.insertInto('api_keys').values(values).returning(COLUMNS).executeTakeFirstOrThrow();
}

export function updateKey(
  db: Db,
  id: number,
  values: { name?: string | undefined; revoked_at?: Date; updated_at: Date },
): Promise<KeyRow> {
  return db
    .updateTable('api_keys')
    .set(values)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteKey(db: Db, id: number): Promise<void> {
  await db.deleteFrom('api_keys').where('id', '=', id).execute();
}

import type { clientsList } from '@aerowatch/contracts/api/clients';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import { type ListPage, listPage } from '../../platform/database/list.ts';
import { containing, visibleTo } from '../../platform/database/scope.ts';
import { BadRequest, NotFound } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ClientsTable } from './schema.ts';

export type ClientRow = Selectable<ClientsTable>;

export function listClients(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof clientsList>,
): Promise<ListPage<ClientRow>> {
  const found = db
    .selectFrom('clients')
    .selectAll()
    .where(visibleTo(viewer, 'id'))
    .$if(query.name !== undefined, (select) => select.where(sql<boolean>`lower(name) = lower(${query.name})`))
    .where('name', 'ilike', containing(query.search ?? ''));
  return listPage(found, query, 'name');
}

export async function clientById(db: Db, viewer: Viewer, id: number, lock = false): Promise<ClientRow> {
  return db
    .selectFrom('clients')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(viewer, 'id'))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(() => new NotFound());
}

export function clientsByIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<ClientRow[]> {
  return db
    .selectFrom('clients')
    .selectAll()
    .where('id', 'in', [...ids])
    .where(visibleTo(viewer, 'id'))
    .execute();
}

/**
 * Checks a client in a body: foreign and missing are refused alike, at the field. Locked until the
 * transaction ends.
 */
export async function mustSeeClient(db: Db, viewer: Viewer, id: number, field = 'client'): Promise<void> {
  const row = await db
    .selectFrom('clients')
    .select('id')
    .where('id', '=', id)
    .where(visibleTo(viewer, 'id'))
    .forKeyShare()
    .executeTakeFirst();
  if (row === undefined) throw new BadRequest({ [field]: ['client_unknown'] });
}

/** Ids of the clients that the viewer may see, by name in small letters. */
export async function clientIdsByName(db: Db, viewer: Viewer): Promise<Map<string, number>> {
  const rows = await db.selectFrom('clients').select(['id', 'name']).where(visibleTo(viewer, 'id')).execute();
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));
}

export async function insertClient(db: Db, name: string): Promise<ClientRow> {
  return named(db.insertInto('clients').values({ name }).returningAll().executeTakeFirstOrThrow());
}

export async function updateClient(
  db: Db,
  id: number,
  change: {
    name?: string | undefined;
    require_second_factor?: boolean | undefined;
    forecast_threshold?: number | undefined;
  },
  now: Date,
): Promise<ClientRow> {
  return named(
    db
      .updateTable('clients')
      .set({ ...change, updated_at: now })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function deleteClient(db: Db, id: number): Promise<void> {
  await sql`delete from supervisors where client_id = ${id} and ready_made`.execute(db);
  await db.deleteFrom('clients').where('id', '=', id).execute();
}

/** Rows of a client that its deletion would orphan. */
export async function holdings(
  db: Db,
  id: number,
): Promise<{ boxes: number; users: number; supervisors: number; alerts: number }> {
  const { rows } = await sql<{ boxes: number; users: number; supervisors: number; alerts: number }>`
    select (select count(*) from boxes where client_id = ${id})::int as boxes,
      (select count(*) from users where client_id = ${id})::int as users,
      -- What it began with goes with it, as long as nobody made it their own.
      (select count(*) from supervisors where client_id = ${id} and not ready_made)::int as supervisors,
      (select count(*) from alerts where client_id = ${id})::int as alerts`.execute(db);
  return rows[0] ?? { boxes: 0, users: 0, supervisors: 0, alerts: 0 };
}

async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'clients_name')) throw new BadRequest({ name: ['name_taken'] });
    throw error;
  }
}

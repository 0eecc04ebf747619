import type { aerosList } from '@aerowatch/contracts/api/aeros';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { type ListPage, type ListQuery, listedSql, orderOf } from '../../platform/database/list.ts';
import type { Database } from '../../platform/database/schema.ts';
import { containing, visibleTo } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AeroRow } from './present.ts';
import type { AerosTable, SamiHistoryTable } from './schema.ts';
import { aeroSendTerm, aeroStatusTerm } from './store-contact-status.ts';

type AeroQuery = QueryOf<typeof aerosList>;

function whereOf(viewer: Viewer, filter: AeroQuery): RawBuilder<boolean> {
  const conditions = [visibleTo(viewer, 'b.client_id')];
  const among = (column: string, values: readonly unknown[] | undefined) => {
    if (values !== undefined) conditions.push(sql<boolean>`${sql.ref(column)} = any(${values})`);
  };
  among('a.id', filter.id);
  among('a.box_id', filter.box);
  among('b.client_id', filter.client);
  among('a.position', filter.position);
  among('a.model_type', filter.model_type);
  among('a.sami', filter.sami);
  among('a.conductor_type', filter.conductor_type);
  for (const field of ['line', 'serial_number', 'track_number'] as const) {
    const value = filter[field];
    if (value !== undefined) among(`a.${field}`, [...new Set([value, ...value.split(',')])]);
  }
  for (const word of (filter.search ?? '').split(/\s+/).filter((part) => part !== '')) {
    const pattern = containing(word);
    conditions.push(
      sql<boolean>`(a.serial_number ilike ${pattern} or a.line ilike ${pattern} or a.track_number ilike ${pattern} or b.search_text like lower(${pattern}))`,
    );
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Columns of an AERO (`a`) with data of its box (`b`). */
const columnsOf = (now: Date) => sql`a.*, ${aeroStatusTerm(now)} as status, ${aeroSendTerm} as last_send`;

/** AEROs of these boxes, if the viewer may see them, by box and position. */
export async function aerosOfBoxes(db: Db, boxes: readonly number[], now: Date): Promise<AeroRow[]> {
  const { rows } = await sql<AeroRow>`select ${columnsOf(now)} from aeros a join boxes b on b.id = a.box_id
    where a.box_id = any(${boxes}::integer[]) order by a.box_id, a.position`.execute(db);
  return rows;
}

/** A page of AEROs, and the total count. */
export async function listAeros(
  db: Db,
  viewer: Viewer,
  query: AeroQuery,
  now: Date,
): Promise<ListPage<AeroRow>> {
  const where = whereOf(viewer, query);
  const bySami = sql`array_position(${sql.lit(`{${SAMI_LEVELS.join(',')}}`)}::text[], a.sami)`;
  return listedSql(db, query, {
    columns: columnsOf(now),
    changed: 'a',
    from: sql`aeros a join boxes b on b.id = a.box_id where ${where}`,
    order: orderOf(query.ordering, 'id', (field) =>
      field === 'sami' ? bySami : sql.ref(field === 'box' ? 'a.box_id' : `a.${field}`),
    ),
  });
}

/** A page of boxes that have such AEROs, with these. */
export async function listAerosByBox(
  db: Db,
  viewer: Viewer,
  query: AeroQuery,
  now: Date,
): Promise<{ rows: AeroRow[]; boxes: number[]; count: number }> {
  const where = whereOf(viewer, query);
  const page = await listedSql<{ id: number }>(db, query, {
    columns: sql`id`,
    from: sql`(select distinct a.box_id as id from aeros a join boxes b on b.id = a.box_id where ${where}) found`,
    order: sql`id ${sql.raw(query.ordering?.startsWith('-') === true ? 'desc' : 'asc')}`,
  });
  const boxes = page.rows.map(({ id }) => id);
  const rows = await sql<AeroRow>`select ${columnsOf(now)} from aeros a join boxes b on b.id = a.box_id
    where ${where} and a.box_id = any(${boxes}) order by a.box_id, a.position`.execute(db);
  return { rows: rows.rows, boxes, count: page.count };
}

export async function loadAeros(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
  now: Date,
): Promise<AeroRow[]> {
  const { rows } = await sql<AeroRow>`select ${columnsOf(now)} from aeros a join boxes b on b.id = a.box_id
    where a.id = any(${ids}) and ${visibleTo(viewer, 'b.client_id')}`.execute(db);
  return rows;
}

export async function loadAero(db: Db, viewer: Viewer, id: number, now: Date): Promise<AeroRow> {
  return found(await loadAeros(db, viewer, [id], now));
}

export async function updateAero(trx: Trx, id: number, change: Updateable<AerosTable>): Promise<void> {
  await trx
    .updateTable('aeros')
    .set({ ...change, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

export interface SamiChange {
  id: number;
  aero_id: number;
  from_level: string;
  to_level: string;
  at: Date;
  user_id: number | null;
  user_name: string | null;
  supervisor_id: number | null;
  supervisor_name: string | null;
  alert_id: number | null;
  reason: string;
}

/** History of an AERO's state, newest first by default. The caller has checked access to the AERO. */
export async function samiHistory(db: Db, aeroId: number, query: ListQuery): Promise<ListPage<SamiChange>> {
  return listedSql(db, query, {
    columns: sql`h.id, h.aero_id, h.from_level, h.to_level, h.at, h.user_id,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as user_name,
      h.supervisor_id, coalesce(h.supervisor_name, s.name) as supervisor_name, h.alert_id, h.reason`,
    from: sql`sami_history h left join users u on u.id = h.user_id left join supervisors s on s.id = h.supervisor_id
      where h.aero_id = ${aeroId}`,
    counted: sql`sami_history where aero_id = ${aeroId}`,
    order: orderOf(query.ordering, '-at,-id', (field) => sql.ref(`h.${field}`), false),
  });
}

export async function lockAero(trx: Trx, id: number): Promise<Selectable<AerosTable> | undefined> {
  return trx.selectFrom('aeros').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function lockBoxOfAero(
  trx: Trx,
  viewer: Viewer,
  boxId: number,
): Promise<Selectable<Database['boxes']> | undefined> {
  return trx
    .selectFrom('boxes')
    .selectAll()
    .where('id', '=', boxId)
    .where(visibleTo(viewer, 'client_id'))
    .forUpdate()
    .executeTakeFirst();
}

/** A box includes its AEROs: editing one counts as editing the box. */
export async function markBoxEdited(trx: Trx, boxId: number): Promise<void> {
  await trx
    .updateTable('boxes')
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', boxId)
    .execute();
}

export async function insertSamiChange(trx: Trx, row: Insertable<SamiHistoryTable>): Promise<void> {
  await trx.insertInto('sami_history').values(row).execute();
}

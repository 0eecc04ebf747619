import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import type { SamiHistoryTable } from '../../platform/database/schema/alerting.ts';
import type { AerosTable, BoxesTable } from '../../platform/database/schema/boxes.ts';
import { containing, seenBy } from '../../platform/database/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import { orderings, pageWindow } from '../../platform/http/pages.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AeroRow } from './present.ts';

export interface AeroFilter {
  box?: number[] | undefined;
  client?: number[] | undefined;
  position?: number[] | undefined;
  model_type?: number[] | undefined;
  line?: string | undefined;
  serial_number?: string | undefined;
  track_number?: string | undefined;
  sami?: string[] | undefined;
  conductor_type?: string[] | undefined;
  search?: string | undefined;
}
interface Paged {
  page: number;
  page_size: number;
  ordering?: string | undefined;
}

function whereOf(viewer: Viewer, filter: AeroFilter): RawBuilder<boolean> {
  const conditions = [seenBy(viewer, 'b.client_id')];
  const among = (column: string, values: readonly unknown[] | undefined) => {
    if (values !== undefined) conditions.push(sql<boolean>`${sql.ref(column)} = any(${values})`);
  };
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

/** A page of AEROs, and the total count. */
export async function listAeros(
  db: Db,
  viewer: Viewer,
  query: AeroFilter & Paged,
): Promise<{ rows: AeroRow[]; count: number }> {
  const where = whereOf(viewer, query);
  const { limit, offset } = pageWindow(query);
  const by = orderings(query.ordering, 'id').map(({ field, descending }) => {
    const term =
      field === 'sami'
        ? sql`array_position(${sql.lit(`{${SAMI_LEVELS.join(',')}}`)}::text[], a.sami)`
        : sql.ref(field === 'box' ? 'a.box_id' : `a.${field}`);
    return sql`${term} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`;
  });
  const [rows, total] = await Promise.all([
    sql<AeroRow>`select a.* from aeros a join boxes b on b.id = a.box_id where ${where}
      order by ${sql.join(by)} limit ${limit} offset ${offset}`.execute(db),
    sql<{
      count: number;
    }>`select count(*)::integer as count from aeros a join boxes b on b.id = a.box_id where ${where}`.execute(
      db,
    ),
  ]);
  return { rows: rows.rows, count: total.rows[0]?.count ?? 0 };
}

/** A page of boxes that have such AEROs, with them. */
export async function listAerosByBox(
  db: Db,
  viewer: Viewer,
  query: AeroFilter & Paged,
): Promise<{ rows: AeroRow[]; boxes: number[]; count: number }> {
  const where = whereOf(viewer, query);
  const { limit, offset } = pageWindow(query);
  const direction = sql.raw(query.ordering?.startsWith('-') === true ? 'desc' : 'asc');
  const [ids, total] = await Promise.all([
    sql<{
      id: number;
    }>`select distinct a.box_id as id from aeros a join boxes b on b.id = a.box_id where ${where}
      order by 1 ${direction} limit ${limit} offset ${offset}`.execute(db),
    sql<{
      count: number;
    }>`select count(distinct a.box_id)::integer as count from aeros a join boxes b on b.id = a.box_id where ${where}`.execute(
      db,
    ),
  ]);
  const boxes = ids.rows.map(({ id }) => id);
  const rows = await sql<AeroRow>`select a.* from aeros a join boxes b on b.id = a.box_id
    where ${where} and a.box_id = any(${boxes}) order by a.box_id, a.position`.execute(db);
  return { rows: rows.rows, boxes, count: total.rows[0]?.count ?? 0 };
}

export async function loadAeros(db: Db, viewer: Viewer, ids: readonly number[]): Promise<AeroRow[]> {
  const { rows } = await sql<AeroRow>`select a.* from aeros a join boxes b on b.id = a.box_id
    where a.id = any(${ids}) and ${seenBy(viewer, 'b.client_id')}`.execute(db);
  return rows;
}

export async function loadAero(db: Db, viewer: Viewer, id: number): Promise<AeroRow> {
  const [row] = await loadAeros(db, viewer, [id]);
  if (row === undefined) throw new NotFound();
  return row;
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
export async function samiHistory(
  db: Db,
  aeroId: number,
  query: Paged,
): Promise<{ rows: SamiChange[]; count: number }> {
  const { limit, offset } = pageWindow(query);
  const by = orderings(query.ordering, '-at,-id').map(
    ({ field, descending }) => sql`${sql.ref(`h.${field}`)} ${sql.raw(descending ? 'desc' : 'asc')}`,
  );
  const [rows, total] = await Promise.all([
    sql<SamiChange>`select h.id, h.aero_id, h.from_level, h.to_level, h.at, h.user_id,
        nullif(trim(u.first_name || ' ' || u.last_name), '') as user_name,
        h.supervisor_id, coalesce(h.supervisor_name, s.name) as supervisor_name, h.alert_id, h.reason
      from sami_history h left join users u on u.id = h.user_id left join supervisors s on s.id = h.supervisor_id
      where h.aero_id = ${aeroId} order by ${sql.join(by)} limit ${limit} offset ${offset}`.execute(db),
    sql<{
      count: number;
    }>`select count(*)::integer as count from sami_history where aero_id = ${aeroId}`.execute(db),
  ]);
  return { rows: rows.rows, count: total.rows[0]?.count ?? 0 };
}

export async function lockAero(trx: Trx, id: number): Promise<AeroRow | undefined> {
  return trx.selectFrom('aeros').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function lockBoxOfAero(
  trx: Trx,
  viewer: Viewer,
  boxId: number,
): Promise<Selectable<BoxesTable> | undefined> {
  return trx
    .selectFrom('boxes')
    .selectAll()
    .where('id', '=', boxId)
    .where(seenBy(viewer, 'client_id'))
    .forUpdate()
    .executeTakeFirst();
}

/** A box shows its AEROs: editing one edits the box. */
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

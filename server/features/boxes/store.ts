import type { Box, boxOrderings } from '@aerowatch/contracts/api/boxes';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { type ListPage, type ListQuery, listedSql, orderOf } from '../../platform/database/list.ts';
import { visibleTo } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors.ts';
import { orderings } from '../../platform/http/pages.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AeroRow } from '../aeros/present.ts';
import { aerosOfBoxes } from '../aeros/store.ts';
import type { BoxesTable } from './schema.ts';
import { type BoxFilter, boxesOf } from './store-filter.ts';
import { firmwareTerm, statusTerm } from './store-terms.ts';

export type BoxRow = Selectable<BoxesTable>;
/** A box with everything attached to it, ready to be presented. */
export interface WholeBox extends BoxRow {
  status: Box['status'];
  tags: number[];
  open_alerts: number;
  hardware_replaced: boolean;
  firmware: number | null;
  firmware_desired: number | null;
  aeros: AeroRow[];
}

/** A page of ids in the requested order, and the total count. */
export async function listBoxIds(
  db: Db,
  viewer: Viewer,
  query: BoxFilter & ListQuery,
  now: Date,
): Promise<Omit<ListPage<never>, 'rows'> & { ids: number[] }> {
  const sami = orderings(query.ordering, 'id').some(({ field }) => field === 'sami');
  const source = boxesOf(viewer, query, now, { sami });
  const terms: Partial<Record<string, RawBuilder<unknown>>> = {
    client: sql.ref('b.client_id'),
    sami: sql`coalesce(s.rank, 0)`,
    status: statusTerm(now),
  };
  const counting = boxesOf(viewer, query, now);
  const { rows, ...page } = await listedSql<{ id: number }>(db, query, {
    columns: sql`b.id`,
    changed: 'b',
    from: sql`${source.from} where ${source.where}`,
    counted: sql`${counting.from} where ${counting.where}`,
    order: orderOf(
      query.ordering,
      'id',
      (field) => terms[field] ?? sql.ref(`b.${field as (typeof boxOrderings)[number]}`),
    ),
  });
  return { ids: rows.map(({ id }) => id), ...page };
}

/** All ids that pass a filter; `most` limits the memory. */
export async function allBoxIds(
  db: Db,
  viewer: Viewer,
  filter: BoxFilter,
  now: Date,
  most = 100_000,
): Promise<number[]> {
  const { from, where } = boxesOf(viewer, filter, now);
  const { rows } = await sql<{
    id: number;
  }>`select b.id from ${from} where ${where} order by b.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

const activeRollout = sql`(select r.firmware_id from rollout_boxes rb join rollouts r on r.id = rb.rollout_id
  where rb.box_id = b.id and rb.state not in ('installed', 'failed', 'cancelled') order by r.id desc limit 1)`;

/** Boxes by id, in the order passed; those the viewer may not see are left out. */
export async function loadBoxes(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
  now: Date,
): Promise<WholeBox[]> {
  if (ids.length === 0) return [];
  const [boxes, aeros] = await Promise.all([
    sql<Omit<WholeBox, 'aeros'>>`select b.*, ${statusTerm(now)} as status,
        coalesce((select array_agg(t.tag_id order by t.tag_id) from box_tags t where t.box_id = b.id), '{}') as tags,
        (select count(*)::integer from alerts a where a.box_id = b.id and a.seen_at is null) as open_alerts,
        exists (select from box_hardware h where h.box_id = b.id) as hardware_replaced,
        ${firmwareTerm(sql.ref('b.firmware_version'))} as firmware,
        coalesce(${activeRollout}, ${firmwareTerm(sql`b.desired->>'firmware_version'`)}) as firmware_desired
      from boxes b where b.id = any(${ids}) and ${visibleTo(viewer, 'b.client_id')}`.execute(db),
    aerosOfBoxes(db, ids, now),
  ]);
  const aerosOf = Map.groupBy(aeros, (aero) => aero.box_id);
  const byId = new Map(boxes.rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ ...row, aeros: aerosOf.get(id) ?? [] }];
  });
}

export async function loadBox(db: Db, viewer: Viewer, id: number, now: Date): Promise<WholeBox> {
  return found(await loadBoxes(db, viewer, [id], now));
}

export type VisibleBox = Pick<BoxRow, 'id' | 'client_id'>;
/** Boxes by serial number, as far as the viewer may see them. */
export async function visibleBySerial(
  db: Db,
  viewer: Viewer,
  serials: readonly string[],
): Promise<Map<string, VisibleBox>> {
  const rows = await db
    .selectFrom('boxes')
    .select(['id', 'serial_number', 'client_id'])
    .where(sql<boolean>`serial_number = any(${serials}::text[])`)
    .where(visibleTo(viewer, 'client_id'))
    .execute();
  return new Map(rows.map((row) => [row.serial_number, row]));
}

/** The row, locked for a change; a foreign one answers like a missing one. */
export async function boxForUpdate(trx: Trx, viewer: Viewer, id: number): Promise<BoxRow> {
  return found(await boxesForUpdate(trx, viewer, [id]));
}

/** Several boxes, locked in order of id so that two bulk changes cannot deadlock. */
export async function boxesForUpdate(trx: Trx, viewer: Viewer, ids: readonly number[]): Promise<BoxRow[]> {
  return trx
    .selectFrom('boxes')
    .selectAll()
    .where(sql<boolean>`id = any(${ids})`)
    .where(visibleTo(viewer, 'client_id'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

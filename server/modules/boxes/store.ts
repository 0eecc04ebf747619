import type { Box, boxOrderings } from '@aerowatch/contracts/api/boxes';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import type { BoxesTable } from '../../platform/database/schema/boxes.ts';
import { seenBy } from '../../platform/database/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import { orderings, pageWindow } from '../../platform/http/pages.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AeroRow } from '../aeros/present.ts';
import { type BoxFilter, boxesOf } from './store-filter.ts';
import { firmwareTerm, statusTerm } from './store-terms.ts';

export type BoxRow = Selectable<BoxesTable>;
/** A box with everything attached to it, ready to be presented. */
export interface WholeBox extends BoxRow {
  status: Box['status'];
  tags: number[];
  open_alerts: number;
  firmware: number | null;
  firmware_desired: number | null;
  aeros: AeroRow[];
}

export interface BoxQuery extends BoxFilter {
  page: number;
  page_size: number;
  ordering?: string | undefined;
}

/** A page of ids in the requested order, and the total count. */
export async function listBoxIds(
  db: Db,
  viewer: Viewer,
  query: BoxQuery,
  now: Date,
): Promise<{ ids: number[]; count: number }> {
  const order = orderings(query.ordering, 'id');
  const source = boxesOf(viewer, query, now, { sami: order.some(({ field }) => field === 'sami') });
  const terms: Partial<Record<string, RawBuilder<unknown>>> = {
    client: sql.ref('b.client_id'),
    sami: sql`coalesce(s.rank, 0)`,
    status: statusTerm(now),
  };
  const by = order.map(({ field, descending }) => {
    const term = terms[field] ?? sql.ref(`b.${field as (typeof boxOrderings)[number]}`);
    return sql`${term} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`;
  });
  const { limit, offset } = pageWindow(query);
  const counting = boxesOf(viewer, query, now);
  const [rows, total] = await Promise.all([
    sql<{ id: number }>`select b.id from ${source.from} where ${source.where}
      order by ${sql.join(by)} limit ${limit} offset ${offset}`.execute(db),
    sql<{
      count: number;
    }>`select count(*)::integer as count from ${counting.from} where ${counting.where}`.execute(db),
  ]);
  return { ids: rows.rows.map(({ id }) => id), count: total.rows[0]?.count ?? 0 };
}

/** All ids that pass a filter; `most` bounds the memory. */
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
        ${firmwareTerm(sql.ref('b.firmware_version'))} as firmware,
        coalesce(${activeRollout}, ${firmwareTerm(sql`b.desired->>'firmware_version'`)}) as firmware_desired
      from boxes b where b.id = any(${ids}) and ${seenBy(viewer, 'b.client_id')}`.execute(db),
    db
      .selectFrom('aeros')
      .selectAll()
      .where(sql<boolean>`box_id = any(${ids})`)
      .orderBy('box_id')
      .orderBy('position')
      .execute(),
  ]);
  const aerosOf = Map.groupBy(aeros, (aero) => aero.box_id);
  const byId = new Map(boxes.rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ ...row, aeros: aerosOf.get(id) ?? [] }];
  });
}

export async function loadBox(db: Db, viewer: Viewer, id: number, now: Date): Promise<WholeBox> {
  const [box] = await loadBoxes(db, viewer, [id], now);
  if (box === undefined) throw new NotFound();
  return box;
}

/** The row, locked for a change; a foreign one answers like a missing one. */
export async function boxForUpdate(trx: Trx, viewer: Viewer, id: number): Promise<BoxRow> {
  const [row] = await boxesForUpdate(trx, viewer, [id]);
  if (row === undefined) throw new NotFound();
  return row;
}

/** Several, locked in the order of their ids so that two bulk changes cannot deadlock. */
export async function boxesForUpdate(trx: Trx, viewer: Viewer, ids: readonly number[]): Promise<BoxRow[]> {
  return trx
    .selectFrom('boxes')
    .selectAll()
    .where(sql<boolean>`id = any(${ids})`)
    .where(seenBy(viewer, 'client_id'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

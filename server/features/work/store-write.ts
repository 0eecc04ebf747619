import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import { among, visibleTo } from '../../platform/database/scope.ts';
import { BadRequest } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { WorkOrdersTable } from './schema.ts';
import type { AlertAbout } from './store.ts';

export type NewOrder = Insertable<WorkOrdersTable>;

export interface Places {
  /** Client of each box that the viewer may see and that has one, by box. */
  readonly clients: ReadonlyMap<number, number>;
  /** Box of each AERO, by AERO. */
  readonly boxes: ReadonlyMap<number, number>;
}

/** Boxes of new orders; locked so that none moves to another client meanwhile. */
export async function placesFor(
  trx: Trx,
  viewer: Viewer,
  boxes: readonly number[],
  aeros: readonly number[],
): Promise<Places> {
  const own = await trx
    .selectFrom('boxes')
    .select(['id', 'client_id'])
    .where(among('id', boxes))
    .where(visibleTo(viewer, 'client_id'))
    .orderBy('id')
    .forKeyShare()
    .execute();
  const held = await trx.selectFrom('aeros').select(['id', 'box_id']).where(among('id', aeros)).execute();
  return {
    clients: new Map(own.flatMap((row) => (row.client_id === null ? [] : [[row.id, row.client_id]]))),
    boxes: new Map(held.map((row) => [row.id, row.box_id])),
  };
}

/** Alerts that the viewer may see, by id. */
export async function alertsFor(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, AlertAbout & { aero_id: number; box_id: number; matter_kind: string | null }>> {
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'aero_id', 'box_id', 'condition', 'finding'])
    .select(
      sql<
        string | null
      >`(select w.kind from work_orders w where w.id = alerts.work_order_id and w.client_id = alerts.client_id
        and w.gone_at is null and w.state in ('proposed', 'dismissed', 'open', 'planned'))`.as('matter_kind'),
    )
    .where(among('id', ids))
    .where(visibleTo(viewer, 'client_id'))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        condition: row.condition as unknown as AlertAbout['condition'],
        finding: row.finding as unknown as AlertAbout['finding'],
      },
    ]),
  );
}

/** The faults of each AERO, the main one first. */
export async function faultsOf(db: Db, aeros: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('diagnostics')
    .select(['aero_id', 'faults'])
    .where(among('aero_id', aeros))
    .execute();
  return new Map(rows.map((row) => [row.aero_id, row.faults]));
}

/** Whether a person may be assigned work of a client: active, and of that client or an administrator. */
export async function mustServe(db: Db, clientId: number, user: number): Promise<void> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user)
    .where('is_active', '=', true)
    .where(sql<boolean>`(client_id = ${clientId} or (client_id is null and (is_staff or is_superuser)))`)
    .executeTakeFirst();
  if (found === undefined) throw new BadRequest({ assignee: ['unknown'] });
}

/**
 * The open order of a box and kind without an AERO, if any; with an AERO the database ensures that it is
 * unique.
 */
export async function openOfBox(trx: Trx, box: number, kind: string): Promise<number | undefined> {
  // Creations for one box are serialized.
  await sql`select pg_advisory_xact_lock(${sql.lit(11_000)}, ${box}::int)`.execute(trx);
  const row = await trx
    .selectFrom('work_orders')
    .select('id')
    .where('box_id', '=', box)
    .where('aero_id', 'is', null)
    .where('kind', '=', kind)
    .where('state', 'in', ['open', 'planned'])
    .executeTakeFirst();
  return row?.id;
}

/** States of a matter that occupies its AERO and kind; a new order replaces a proposal. */
const STANDING = sql<boolean>`state in ('proposed', 'open', 'planned', 'dismissed') and gone_at is null and aero_id is not null`;

/** Inserts a new order, accepts the proposal of this AERO (or box) and kind, or returns the open one. */
export async function insertOrder(trx: Trx, order: NewOrder): Promise<{ id: number; created: boolean }> {
  const proposed = await proposalOf(trx, order);
  if (proposed !== undefined) return acceptAs(trx, proposed, order);
  const made = await referenced(
    trx
      .insertInto('work_orders')
      .values(order)
      .onConflict((conflict) => conflict.columns(['aero_id', 'kind']).where(STANDING).doNothing())
      .returning('id')
      .executeTakeFirst(),
  );
  if (made !== undefined) return { id: made.id, created: true };
  const { id, state } = await trx
    .selectFrom('work_orders')
    .select(['id', 'state'])
    .where('aero_id', '=', order.aero_id ?? null)
    .where('kind', '=', order.kind)
    .where(STANDING)
    .executeTakeFirstOrThrow();
  // The console proposed it at the same moment.
  return state === 'open' || state === 'planned' ? { id, created: false } : acceptAs(trx, id, order);
}

/** The proposal, or a dismissed one, for the AERO and kind of a new order, or for its box. */
async function proposalOf(trx: Trx, { client_id, box_id, aero_id, kind }: NewOrder) {
  const row = await trx
    .selectFrom('work_orders')
    .select('id')
    .where('box_id', '=', box_id)
    .where('client_id', '=', client_id)
    .where('kind', '=', kind)
    .where('state', 'in', ['proposed', 'dismissed'])
    .where('gone_at', 'is', null)
    .where((is) =>
      is.or([is('aero_id', 'is', null), ...(aero_id == null ? [] : [is('aero_id', '=', aero_id)])]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.id;
}

/**
 * A proposal becomes the order that a user creates for its cause: the user's values count, the others stay as
 * proposed.
 */
async function acceptAs(trx: Trx, id: number, order: NewOrder): Promise<{ id: number; created: boolean }> {
  const { client_id: _c, box_id: _b, kind: _k, severity, due_on, aero_id, alert_id, ...said } = order;
  await updateOrder(trx, id, {
    ...said,
    ...(severity === undefined ? {} : { severity }),
    ...(due_on == null ? {} : { due_on }),
    ...(aero_id == null ? {} : { aero_id }),
    ...(alert_id == null ? {} : { alert_id }),
    state: 'open',
    created_at: new Date(),
    accepted_at: new Date(),
    accepted_by: order.created_by,
  });
  return { id, created: true };
}

export async function updateOrder(trx: Trx, id: number, values: Updateable<WorkOrdersTable>): Promise<void> {
  await referenced(
    trx
      .updateTable('work_orders')
      .set({ ...values, updated_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .execute(),
  );
}

async function referenced<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'work_orders_reference'))
      throw new BadRequest({ external_reference: ['taken'] });
    if (isUniqueViolation(error, 'work_orders_one_open')) throw new BadRequest({ state: ['work_one_open'] });
    throw error;
  }
}

export async function insertComment(
  trx: Trx,
  order: number,
  user: number | null,
  text: string,
  at?: Date,
): Promise<number> {
  const row = await trx
    .insertInto('work_order_comments')
    .values({ work_order_id: order, user_id: user, text, ...(at && { created_at: at }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await updateOrder(trx, order, {});
  return row.id;
}

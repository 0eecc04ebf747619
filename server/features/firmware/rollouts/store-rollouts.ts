import type { Rollout, rolloutsList } from '@aerowatch/contracts/api/rollouts';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { type ListPage, listedSql, orderOf } from '../../../platform/database/list.ts';
import { visibleTo } from '../../../platform/database/scope.ts';
import { found, NotFound } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { publishEvents } from '../../outbox/store-events.ts';
import type { RolloutsTable } from '../schema.ts';
import { inAnotherUpdate } from './store-boxes.ts';

export type RolloutRow = Selectable<RolloutsTable>;
export interface CountedRollout extends RolloutRow {
  version: string;
  counts: Record<string, number>;
}
export type RolloutBox = Omit<Rollout['boxes'][number], 'updated_at'> & { updated_at: Date };

const COLUMNS = sql`r.*, f.version, (select coalesce(jsonb_object_agg(state, n), '{}') from
  (select state, count(*)::integer as n from rollout_boxes where rollout_id = r.id group by state) c) as counts`;

export async function listRollouts(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof rolloutsList>,
): Promise<ListPage<CountedRollout>> {
  const conditions = [visibleTo(viewer, 'r.client_id')];
  if (query.firmware !== undefined) conditions.push(sql<boolean>`r.firmware_id = any(${query.firmware})`);
  if (query.state !== undefined) conditions.push(sql<boolean>`r.state = any(${query.state})`);
  if (query.box !== undefined)
    conditions.push(
      sql<boolean>`r.id in (select rollout_id from rollout_boxes where box_id = any(${query.box}))`,
    );
  if (query.search) conditions.push(sql<boolean>`strpos(f.version, ${query.search}) > 0`);
  const where = sql.join(conditions, sql` and `);
  return listedSql(db, query, {
    columns: COLUMNS,
    changed: 'r',
    from: sql`rollouts r join firmwares f on f.id = r.firmware_id where ${where}`,
    order: orderOf(query.ordering, '-id', (field) => sql.ref(`r.${field}`), false),
  });
}

export async function loadRollouts(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<CountedRollout[]> {
  const { rows } =
    await sql<CountedRollout>`select ${COLUMNS} from rollouts r join firmwares f on f.id = r.firmware_id
    where r.id = any(${ids}) and ${visibleTo(viewer, 'r.client_id')}`.execute(db);
  return rows;
}

/**
 * Update events for recipients of notifications: those of the viewer's client, and what an update for all
 * clients did to its boxes. For the latter its people, reason and other boxes are omitted, because they are
 * not the client's.
 */
export async function loadRolloutEvents(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<CountedRollout[]> {
  const own = await loadRollouts(db, viewer, ids);
  if (viewer.kind !== 'user' || viewer.level === 'admin' || viewer.clientId === null) return own;
  const mine = sql`rollout_boxes rb join boxes b on b.id = rb.box_id
    where rb.rollout_id = r.id and b.client_id = ${viewer.clientId}`;
  const { rows } = await sql<CountedRollout>`select r.*, f.version, (select jsonb_object_agg(state, n) from
      (select rb.state, count(*)::integer as n from ${mine} group by rb.state) c) as counts
    from rollouts r join firmwares f on f.id = r.firmware_id
    where r.id = any(${ids}) and r.client_id is null and exists (select from ${mine})`.execute(db);
  const foreign = rows.map((row) => ({
    ...row,
    detail: null,
    reason: '',
    started_by: null,
    approved_by: null,
  }));
  return [...own, ...foreign];
}

export async function loadRollout(db: Db, viewer: Viewer, id: number): Promise<CountedRollout> {
  return found(await loadRollouts(db, viewer, [id]));
}

export async function boxesOfRollout(db: Db, id: number): Promise<RolloutBox[]> {
  return (await boxesOfRollouts(db, [id])).get(id) ?? [];
}

/** Boxes of several updates, all or only some of them, by update. */
export async function boxesOfRollouts(
  db: Db,
  ids: readonly number[],
  only?: readonly number[],
): Promise<Map<number, RolloutBox[]>> {
  const which = only === undefined ? sql`true` : sql`rb.box_id = any(${only}::integer[])`;
  const { rows } = await sql<
    RolloutBox & { rollout_id: number }
  >`select rb.rollout_id, rb.box_id as box, b.serial_number, rb.wave,
      rb.state, rb.progress, rb.detail, rb.updated_at
    from rollout_boxes rb join boxes b on b.id = rb.box_id
    where rb.rollout_id = any(${ids}::integer[]) and ${which} order by rb.wave, b.serial_number`.execute(db);
  const groups = Map.groupBy(rows, (row) => row.rollout_id);
  return new Map([...groups].map(([id, boxes]) => [id, boxes.map(({ rollout_id: _, ...box }) => box)]));
}

export async function rolloutForUpdate(trx: Trx, viewer: Viewer, id: number): Promise<RolloutRow> {
  return trx
    .selectFrom('rollouts')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(viewer, 'client_id'))
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound());
}

export interface Candidate {
  id: number;
  serial_number: string;
  client_id: number | null;
  firmware_version: string | null;
  busy: boolean;
}

/** The chosen boxes, the most recently heard first: the first one proves the firmware. */
export async function candidates(trx: Trx, viewer: Viewer, ids: readonly number[]): Promise<Candidate[]> {
  // Locked in order of id, as everywhere, so that no two updates of one box begin.
  await sql`select from boxes where id = any(${ids}::integer[]) order by id for no key update`.execute(trx);
  const { rows } = await sql<Candidate>`select b.id, b.serial_number, b.client_id, b.firmware_version,
      ${inAnotherUpdate} as busy
    from boxes b where b.id = any(${ids}::integer[]) and ${visibleTo(viewer, 'b.client_id')}
    order by greatest(b.last_contact, b.last_send) desc nulls last, b.id`.execute(trx);
  return rows;
}

export interface NewRollout {
  firmware_id: number;
  client_id: number | null;
  started_by: number | null;
  waves: number;
  manual: boolean;
  at_once: number;
  stop_percent: number;
  state: string;
  allow_downgrade: boolean;
  reason: string;
  permit: string | null;
}

export async function insertRollout(
  trx: Trx,
  row: NewRollout,
  boxes: readonly { box_id: number; wave: number; state: string }[],
): Promise<number> {
  const { id } = await trx.insertInto('rollouts').values(row).returning('id').executeTakeFirstOrThrow();
  await sql`insert into rollout_boxes (rollout_id, box_id, wave, state, progress)
    select ${id}::integer, x.box_id, x.wave, x.state, case when x.state = 'installed' then 100 else 0 end
    from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) as x(box_id integer, wave integer, state text)`.execute(
    trx,
  );
  return id;
}

export async function updateRollout(
  trx: Trx,
  id: number,
  change: Partial<
    Pick<RolloutRow, 'state' | 'detail' | 'wave' | 'accepted_failures' | 'approved_by' | 'approved_at'>
  >,
): Promise<void> {
  const { client_id } = await trx
    .updateTable('rollouts')
    .set({ ...change, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returning('client_id')
    .executeTakeFirstOrThrow();
  if (change.state === 'done' || change.state === 'cancelled')
    await publishEvents(
      trx,
      (client_id === null ? await clientsOfRollout(trx, id) : [client_id]).map((clientId) => ({
        type: 'rollout.finished',
        id,
        clientId,
      })),
    );
}

/** The clients of the boxes in an update of a firmware for all clients. */
async function clientsOfRollout(trx: Trx, id: number): Promise<number[]> {
  const { rows } = await sql<{ client: number }>`select distinct b.client_id as client
    from rollout_boxes rb join boxes b on b.id = rb.box_id
    where rb.rollout_id = ${id} and b.client_id is not null order by 1`.execute(trx);
  return rows.map(({ client }) => client);
}

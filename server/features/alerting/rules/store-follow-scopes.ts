import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';
import { recordChanges } from '../../../platform/events/events.ts';
import { lockSupervisorForEdit } from '../store-locks.ts';
import { clearStates, databaseTime } from './store.ts';

/** Sent by the database in the transaction that changes client, tags or AEROs of a box. */
export const SCOPES_CHANNEL = 'supervisor_scopes';
/** Changed boxes, and edited supervisors, processed at a time. */
const MAX_PER_TURN = { boxes: 2000, supervisors: 20 };

/** An AERO `a` of the box `b` that a supervisor `s` follows. */
const FOLLOWED = sql`b.client_id = s.client_id and (s.whole_client
  or exists (select from box_tags bt where bt.tag_id = s.tag_id and bt.box_id = b.id))`;

/**
 * Adds AEROs of changed boxes to the supervisors that follow them by client or tag, and removes them from
 * those that no longer do. Only reads changed boxes; returns how many changes it processed, 0 when nothing
 * was due.
 */
export async function followScopes(trx: Trx): Promise<number> {
  const changes = await takeDue(trx, 'box_id', MAX_PER_TURN.boxes);
  const written = await takeDue(trx, 'supervisor_id', MAX_PER_TURN.supervisors);
  const taken = changes.length + written.length;
  if (taken === 0) return 0;
  const boxes = [...new Set([...changes, ...(await boxesAmiss(trx, written))])];
  const concerned = await lockConcerned(trx, boxes);
  if (concerned.length === 0) return taken;
  const came = await sql<{ supervisor_id: number }>`
    with came as (
      insert into supervisor_aeros (supervisor_id, aero_id)
      select s.id, a.id from boxes b join aeros a on a.box_id = b.id
        join supervisors s on s.id = any(${concerned}::int[]) and (s.whole_client or s.tag_id is not null) and ${FOLLOWED}
      where b.id = any(${boxes}::int[])
      order by 1, 2 on conflict do nothing returning supervisor_id, aero_id),
    due as (insert into diagnosis_due (aero_id) select distinct aero_id from came
      where exists (select from diagnosis_days d where d.aero_id = came.aero_id) order by 1 on conflict do nothing),
    forecast as (insert into forecast_due (aero_id) select distinct aero_id from came
      where exists (select from forecasts f where f.aero_id = came.aero_id) order by 1 on conflict do nothing)
    select distinct supervisor_id from came`.execute(trx);
  const left = await leaveScopes(trx, boxes, concerned);
  const changed = [...new Set([...came.rows.map((row) => row.supervisor_id), ...left])];
  // updated_at is unchanged, so that AEROs added or removed automatically do not make a user's edit stale.
  const { rows } = await sql<{
    id: number;
    client_id: number;
  }>`select id, client_id from supervisors where id = any(${changed}::int[]) order by id`.execute(trx);
  await recordChanges(
    trx,
    rows.map(({ id, client_id: clientId }) => ({ entity: 'supervisors', type: 'updated', id, clientId })),
  );
  return taken;
}

async function takeDue(trx: Trx, what: 'box_id' | 'supervisor_id', most: number): Promise<number[]> {
  const column = sql.ref(what);
  const { rows } = await sql<{ id: number }>`delete from supervisor_scope_due where id in
    (select id from supervisor_scope_due where ${column} is not null order by id limit ${most} for update skip locked)
    returning ${column} as id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Boxes with AEROs that these supervisors follow but do not watch, or watch but do not follow. */
async function boxesAmiss(trx: Trx, supervisors: readonly number[]): Promise<number[]> {
  if (supervisors.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select b.id from supervisors s join boxes b on ${FOLLOWED} join aeros a on a.box_id = b.id
    where s.id = any(${[...supervisors]}::int[]) and (s.whole_client or s.tag_id is not null)
      and not exists (select from supervisor_aeros sa where sa.supervisor_id = s.id and sa.aero_id = a.id)
    union
    select b.id from supervisor_aeros sa join supervisors s on s.id = sa.supervisor_id
      join aeros a on a.id = sa.aero_id join boxes b on b.id = a.box_id
    where s.id = any(${[...supervisors]}::int[]) and s.tag_id is not null and not (${FOLLOWED})`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Locks the supervisors that gain or lose AEROs of these boxes for this transaction, and returns them. Their
 * scope is read again afterwards, because somebody may just have edited one.
 */
async function lockConcerned(trx: Trx, boxes: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from boxes b join aeros a on a.box_id = b.id
      join supervisors s on (s.whole_client or s.tag_id is not null) and ${FOLLOWED}
    where b.id = any(${[...boxes]}::int[])
      and not exists (select from supervisor_aeros sa where sa.supervisor_id = s.id and sa.aero_id = a.id)
    union
    select s.id from boxes b join aeros a on a.box_id = b.id join supervisor_aeros sa on sa.aero_id = a.id
      join supervisors s on s.id = sa.supervisor_id
    where b.id = any(${[...boxes]}::int[]) and s.tag_id is not null and not (${FOLLOWED})
    order by 1`.execute(trx);
  for (const { id } of rows) await lockSupervisorForEdit(trx, id);
  return rows.map(({ id }) => id);
}

/** AEROs whose box lost the tag are watched no longer: alerts firing on them end now. */
async function leaveScopes(
  trx: Trx,
  boxes: readonly number[],
  concerned: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{
    supervisor_id: number;
    client_id: number;
    aeros: number[];
    conditions: number[];
  }>`
    select s.id as supervisor_id, s.client_id, array_agg(a.id order by a.id) as aeros,
      array(select c.id from conditions c where c.supervisor_id = s.id) as conditions
    from aeros a join boxes b on b.id = a.box_id join supervisor_aeros sa on sa.aero_id = a.id
      join supervisors s on s.id = sa.supervisor_id
    where b.id = any(${[...boxes]}::int[]) and s.id = any(${[...concerned]}::int[])
      and s.tag_id is not null and not (${FOLLOWED})
    group by s.id order by s.id`.execute(trx);
  if (rows.length === 0) return [];
  const at = await databaseTime(trx);
  for (const { supervisor_id, client_id, aeros, conditions } of rows) {
    const ended = await clearStates(trx, conditions, aeros, at);
    await sql`delete from supervisor_aeros where supervisor_id = ${supervisor_id} and aero_id = any(${aeros}::int[])`.execute(
      trx,
    );
    await recordChanges(
      trx,
      ended.map((id) => ({ entity: 'alerts', type: 'updated', id, clientId: client_id })),
    );
  }
  return rows.map((row) => row.supervisor_id);
}

/**
 * A change made while a supervisor with a scope was being written did not see it: its boxes are checked again
 * once it is committed.
 */
export async function followAgain(trx: Trx, supervisor: number): Promise<void> {
  await sql`insert into supervisor_scope_due (supervisor_id) values (${supervisor})`.execute(trx);
  await sql`select pg_notify(${SCOPES_CHANNEL}, '')`.execute(trx);
}

import type { ApiCondition, supervisorsList, Tell } from '@aerowatch/contracts/api/supervisors';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import type { Condition } from '@aerowatch/domain/alerting/condition';
import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { type ListPage, listedSql, orderOf } from '../../../platform/database/list.ts';
import { all, among, containing, visibleTo } from '../../../platform/database/scope.ts';
import { found } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { SupervisorsTable } from '../schema.ts';
import { lockSupervisorForEdit } from '../store-locks.ts';

export interface SupervisorRow {
  id: number;
  created_at: Date;
  updated_at: Date;
  name: string;
  client_id: number;
  enabled: boolean;
  joined: boolean;
  scope: 'aeros' | 'tag' | 'client';
  tag_id: number | null;
  aeros: number[];
  conditions: ApiCondition[];
  tell: Tell;
}

/** With the counts of its AEROs, and their ids where they are few. */
export interface CountedRow extends Omit<SupervisorRow, 'aeros'> {
  aeros: number[] | null;
  aero_count: number;
  unsatisfactory_count: number;
}

// A person who moved to another client is neither notified nor listed any more.
const TELL = sql`jsonb_build_object('all', s.tell_all, 'groups', s.tell_groups, 'in_charge', s.tell_in_charge, 'on_duty', s.tell_on_duty, 'escalate_after', s.escalate_after,
  'users', (select coalesce(jsonb_agg(p.user_id order by p.user_id), '[]') from supervisor_people p join users u on u.id = p.user_id
    where p.supervisor_id = s.id and u.client_id = s.client_id))`;
// An AERO whose box moved to another client is no longer listed.
const WATCHED = sql`supervisor_aeros sa join aeros a on a.id = sa.aero_id join boxes b on b.id = a.box_id
    where sa.supervisor_id = s.id and b.client_id = s.client_id`;
const AEROS = sql`array(select sa.aero_id from ${WATCHED} order by sa.aero_id)`;
const COLUMNS = sql`s.id, s.created_at, s.updated_at, s.name, s.client_id, s.enabled, s.joined,
  case when s.whole_client then 'client' when s.tag_id is not null then 'tag' else 'aeros' end as scope, s.tag_id,
  (select coalesce(jsonb_agg(c.definition || jsonb_build_object('id', c.id) order by c.position), '[]')
    from conditions c where c.supervisor_id = s.id) as conditions,
  ${TELL} as tell`;

export interface Scope {
  scope: SupervisorRow['scope'];
  /** Null unless the scope is `tag`. */
  tag: number | null;
}

export async function listSupervisors(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof supervisorsList>,
): Promise<ListPage<SupervisorRow>> {
  return listedSql(db, query, {
    columns: sql`${COLUMNS}, ${AEROS} as aeros`,
    changed: 's',
    from: sql`supervisors s where ${whereOf(viewer, query)}`,
    order: orderBy(query),
  });
}

/** The same with counts, and the ids of only those that watch at most `most` AEROs. */
export async function listCounted(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof supervisorsList>,
  most: number,
): Promise<ListPage<CountedRow>> {
  const where = whereOf(viewer, query);
  return listedSql(db, query, {
    columns: sql`${COLUMNS}, w.aero_count, w.unsatisfactory_count,
      case when w.aero_count <= ${most}::int then ${AEROS} end as aeros`,
    changed: 's',
    from: sql`supervisors s cross join lateral (select count(*)::int as aero_count,
      (count(*) filter (where a.sami = 'unsatisfactory'))::int as unsatisfactory_count from ${WATCHED}) w where ${where}`,
    counted: sql`supervisors s where ${where}`,
    order: orderBy(query),
  });
}

const whereOf = (viewer: Viewer, query: QueryOf<typeof supervisorsList>) =>
  all([
    visibleTo(viewer, 's.client_id'),
    among('s.client_id', query.client),
    query.enabled === undefined ? sql`true` : sql`s.enabled = ${query.enabled}`,
    query.name === undefined ? sql`true` : sql`s.name = ${query.name}`,
    query.search ? sql`s.name ilike ${containing(query.search)}` : sql`true`,
    query.aero === undefined
      ? sql`true`
      : sql`exists (select from supervisor_aeros sa where sa.supervisor_id = s.id and sa.aero_id = any(${query.aero}::int[]))`,
  ]);
const orderBy = ({ ordering }: QueryOf<typeof supervisorsList>) =>
  orderOf(ordering, 'name', (field) => sql.ref(`s.${field === 'client' ? 'client_id' : field}`));

/** Several at once, for live events; those not visible are left out. */
export async function supervisorsByIds(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<SupervisorRow[]> {
  const { rows } = await sql<SupervisorRow>`select ${COLUMNS}, ${AEROS} as aeros from supervisors s
    where ${visibleTo(viewer, 's.client_id')} and ${among('s.id', ids)} order by s.id`.execute(db);
  return rows;
}

export async function supervisorById(db: Db, viewer: Viewer, id: number): Promise<SupervisorRow> {
  return found(await supervisorsByIds(db, viewer, [id]));
}

/** The database's clock, because datapoints are stamped with it: "later than a start" is then exact. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  return rows[0]!.at;
}

/** Locked against workers and other edits until the transaction ends. */
export async function supervisorForEdit(trx: Trx, viewer: Viewer, id: number): Promise<SupervisorRow> {
  await lockSupervisorForEdit(trx, id);
  await sql`select from supervisors s where ${visibleTo(viewer, 's.client_id')} and id = ${id} for update`.execute(
    trx,
  );
  return supervisorById(trx, viewer, id);
}

export async function clientExists(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const { rows } = await sql`select from clients where id = ${id} and ${visibleTo(viewer, 'id')}`.execute(db);
  return rows.length > 0;
}

/** The clients of AEROs that the viewer may see; missing and foreign AEROs are left out. */
export async function clientsOfAeros(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ id: number; client_id: number | null }>`
    select a.id, b.client_id from aeros a join boxes b on b.id = a.box_id
    where ${visibleTo(viewer, 'b.client_id')} and ${among('a.id', ids)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row.client_id]));
}

/** The AEROs that a supervisor with a tag or client scope watches now. */
export async function aerosOfScope(db: Db, client: number, { scope, tag }: Scope): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select a.id from boxes b join aeros a on a.box_id = b.id
    where b.client_id = ${client} and (${scope === 'client'}
      or exists (select from box_tags bt where bt.box_id = b.id and bt.tag_id = ${tag}::int)) order by a.id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** The client of a tag that the viewer may see. */
export async function clientOfTag(db: Db, viewer: Viewer, tag: number): Promise<number | undefined> {
  const { rows } = await sql<{ client_id: number }>`
    select client_id from tags where id = ${tag} and ${visibleTo(viewer, 'client_id')} for key share`.execute(
    db,
  );
  return rows[0]?.client_id;
}

export async function insertSupervisor(trx: Trx, values: Insertable<SupervisorsTable>): Promise<number> {
  const row = await trx.insertInto('supervisors').values(values).returning('id').executeTakeFirstOrThrow();
  await lockSupervisorForEdit(trx, row.id);
  return row.id;
}

export async function updateSupervisor(
  trx: Trx,
  id: number,
  values: { name: string; enabled: boolean; joined: boolean; sameConditions: boolean } & Scope,
): Promise<void> {
  // A ready-made supervisor that was only switched off or on still counts as unchanged.
  const isSame = sql`(name, joined, whole_client) = (${values.name}, ${values.joined}, ${values.scope === 'client'})`;
  await sql`update supervisors set name = ${values.name}, enabled = ${values.enabled}, joined = ${values.joined},
      whole_client = ${values.scope === 'client'}, tag_id = ${values.tag},
      ready_made = ready_made and ${values.sameConditions} and ${isSame}, updated_at = clock_timestamp()
    where id = ${id}`.execute(trx);
}

export async function deleteSupervisor(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('supervisors').where('id', '=', id).execute();
}

export async function insertCondition(
  trx: Trx,
  supervisorId: number,
  position: number,
  definition: Condition,
  startedAt: Date,
): Promise<number> {
  const row = await trx
    .insertInto('conditions')
    .values({
      supervisor_id: supervisorId,
      position,
      definition: JSON.stringify(definition),
      started_at: startedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Stores a condition at its position; a changed one gets a start, from which it is judged. */
export async function updateCondition(
  trx: Trx,
  id: number,
  position: number,
  change?: { definition: Condition; startedAt: Date },
): Promise<void> {
  await trx
    .updateTable('conditions')
    .set({
      position,
      ...(change && { definition: JSON.stringify(change.definition), started_at: change.startedAt }),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteConditions(trx: Trx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await trx
      .deleteFrom('conditions')
      .where('id', 'in', [...ids])
      .execute();
}

export async function addAeros(
  trx: Trx,
  id: number,
  aeros: readonly number[],
  startedAt: Date,
): Promise<void> {
  await sql`insert into supervisor_aeros (supervisor_id, aero_id, started_at)
    select ${id}, aero, ${startedAt} from unnest(${[...aeros]}::int[]) as aero on conflict do nothing`.execute(
    trx,
  );
}

export async function removeAeros(trx: Trx, id: number, aeros: readonly number[]): Promise<void> {
  if (aeros.length === 0) return;
  await sql`delete from supervisor_aeros where supervisor_id = ${id} and aero_id = any(${[...aeros]}::int[])`.execute(
    trx,
  );
}

/** Judges all conditions from `startedAt` on, for a supervisor enabled again. */
export async function restartConditions(trx: Trx, supervisorId: number, startedAt: Date): Promise<void> {
  await sql`update conditions set started_at = ${startedAt} where supervisor_id = ${supervisorId}`.execute(
    trx,
  );
}

/**
 * Clears the states of these conditions on these AEROs (on all by default). A firing alert is no longer
 * watched and ends as cleared now; returns those alerts.
 */
export async function clearStates(
  trx: Trx,
  conditions: readonly number[],
  aeros: readonly number[] | undefined,
  at: Date,
): Promise<number[]> {
  const where = sql`e.condition_id = any(${[...conditions]}::int[]) and ${among('e.aero_id', aeros)}`;
  const { rows } = await sql<{ id: number }>`
    with ended as (delete from episodes e where ${where} returning alert_id),
    held as (select id from alerts where id in (select alert_id from ended) and cleared_at is null
      order by id for no key update)
    update alerts set cleared_at = greatest(last_at, ${at}), updated_at = clock_timestamp()
    where id in (select id from held) returning id`.execute(trx);
  return rows.map((row) => row.id);
}

/**
 * Has the present diagnoses and forecasts judged by a supervisor that needs them: they are states that began
 * before it.
 */
export async function judgeStates(trx: Trx, supervisorId: number): Promise<void> {
  await sql`insert into diagnosis_due (aero_id)
    select sa.aero_id from supervisor_aeros sa where sa.supervisor_id = ${supervisorId}
      and exists (select from conditions c where c.supervisor_id = sa.supervisor_id and c.definition->>'metric' in ('finding', 'stop_margin'))
      and exists (select from diagnosis_days d where d.aero_id = sa.aero_id)
    order by 1 on conflict do nothing`.execute(trx);
  await sql`insert into forecast_due (aero_id)
    select sa.aero_id from supervisor_aeros sa where sa.supervisor_id = ${supervisorId}
      and exists (select from conditions c where c.supervisor_id = sa.supervisor_id and c.definition->>'metric' = 'forecast')
      and exists (select from forecasts f where f.aero_id = sa.aero_id)
    order by 1 on conflict do nothing`.execute(trx);
}

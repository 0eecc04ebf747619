import type { DutyRosterAnswer, dutyRostersList } from '@aerowatch/contracts/api/duty';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { type DutyRoster, dutyChain } from '@aerowatch/domain/duty/roster';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { type ListPage, listPage } from '../../platform/database/list.ts';
import { visibleTo } from '../../platform/database/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import { system, type Viewer } from '../../platform/viewer.ts';
import type { DutyRostersTable } from './schema.ts';

export type DutyRow = Selectable<DutyRostersTable> & Pick<DutyRosterAnswer, 'people' | 'exceptions'>;

/** Who left the client, or may not sign in any more, is neither listed nor asked. */
const serves = (
  column: string,
) => sql`exists (select from users su where su.id = ${sql.ref(column)} and su.is_active
  and (su.client_id = duty_rosters.client_id or su.is_staff or su.is_superuser))`;
const PEOPLE = sql<number[]>`array(select p.user_id from duty_people p where p.roster_id = duty_rosters.id
  and ${serves('p.user_id')} order by p.place)`.as('people');
const EXCEPTIONS = sql<
  DutyRow['exceptions']
>`(select coalesce(jsonb_agg(jsonb_build_object('from', e.from_on, 'to', e.to_on,
    'user', e.user_id, 'substitute', e.substitute_id, 'reason', e.reason) order by e.place), '[]')
  from duty_exceptions e where e.roster_id = duty_rosters.id and ${serves('e.substitute_id')})`.as(
  'exceptions',
);

const rosters = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('duty_rosters')
    .selectAll()
    .select([PEOPLE, EXCEPTIONS])
    .where(visibleTo(viewer, 'duty_rosters.client_id'));

export function listRosters(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof dutyRostersList>,
): Promise<ListPage<DutyRow>> {
  const found = rosters(db, viewer).$if(query.client !== undefined, (select) =>
    select.where(sql<boolean>`client_id = any(${query.client})`),
  );
  return listPage(found, query, 'id', { client: 'client_id' });
}

export async function rosterById(db: Db, viewer: Viewer, id: number, lock = false): Promise<DutyRow> {
  return rosters(db, viewer)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(() => new NotFound());
}

export function rostersByIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<DutyRow[]> {
  return rosters(db, viewer)
    .where('id', 'in', [...ids])
    .execute();
}

/** Those of these users who neither belong to the client nor are administrators, or may not sign in. */
export async function strangersAmong(db: Db, client: number, users: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select one as id from unnest(${[...new Set(users)]}::int[]) as one
    where not exists (select from users u where u.id = one and u.is_active
      and (u.client_id = ${client} or u.is_staff or u.is_superuser))`.execute(db);
  return rows.map(({ id }) => id);
}

type Columns = Partial<Omit<Selectable<DutyRostersTable>, 'id' | 'created_at' | 'client_id'>>;

/** The id of a client's roster, locked until the transaction ends; undefined: it has none. */
export async function rosterOfClient(trx: Trx, client: number): Promise<number | undefined> {
  const row = await trx
    .selectFrom('duty_rosters')
    .select('id')
    .where('client_id', '=', client)
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

/** Writes a roster; one that another request wrote at the same moment is replaced. */
export async function insertRoster(
  trx: Trx,
  client: number,
  values: Columns & Pick<DutyRostersTable, 'starts_on' | 'weeks' | 'hour' | 'time_zone'>,
): Promise<number> {
  const row = await trx
    .insertInto('duty_rosters')
    .values({ ...values, client_id: client })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateRoster(trx: Trx, id: number, values: Columns): Promise<void> {
  await trx.updateTable('duty_rosters').set(values).where('id', '=', id).execute();
}

export async function deleteRoster(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('duty_rosters').where('id', '=', id).execute();
}

export async function writePeople(trx: Trx, id: number, people: readonly number[]): Promise<void> {
  await sql`delete from duty_people where roster_id = ${id}`.execute(trx);
  await sql`insert into duty_people (roster_id, place, user_id)
    select ${id}, place, one from unnest(${[...people]}::int[]) with ordinality as t (one, place)`.execute(
    trx,
  );
}

export async function writeExceptions(
  trx: Trx,
  id: number,
  exceptions: DutyRow['exceptions'],
): Promise<void> {
  await sql`delete from duty_exceptions where roster_id = ${id}`.execute(trx);
  await sql`insert into duty_exceptions (roster_id, place, from_on, to_on, user_id, substitute_id, reason)
    select ${id}, row_number() over (), t."from", t."to", t."user", t.substitute, t.reason
    from jsonb_to_recordset(${JSON.stringify(exceptions)}::jsonb)
      as t ("from" date, "to" date, "user" int, substitute int, reason text)`.execute(trx);
}

/** Whom each of these clients asks at a time, first the person on duty; clients without anybody are left out. */
export async function chainsOf(
  db: Db,
  clients: readonly number[],
  at: number,
): Promise<Map<number, readonly number[]>> {
  if (clients.length === 0) return new Map();
  const rows = await rosters(db, system)
    .where('client_id', 'in', [...clients])
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const chain = dutyChain(rosterOf(row), at);
      return chain.length === 0 ? [] : [[row.client_id, chain] as const];
    }),
  );
}

export const rosterOf = (row: DutyRow): DutyRoster => row;

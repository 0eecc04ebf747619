import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import type { Database } from '../../platform/database/schema.ts';
import { visibleTo } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { BoxesTable } from './schema.ts';

/** Ids for boxes about to be inserted: their secrets are encrypted with the id. */
export async function reserveBoxIds(trx: Trx, count: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select nextval(pg_get_serial_sequence('boxes', 'id'))::integer as id
    from generate_series(1, ${count})`.execute(trx);
  return rows.map(({ id }) => id);
}

export interface NewBox {
  readonly box: Omit<Insertable<BoxesTable>, 'id'> & { id: number };
  readonly aeros: readonly Omit<Insertable<Database['aeros']>, 'box_id'>[];
  readonly tags: readonly number[];
}

/** Inserts many boxes with their AEROs and tags, some hundred rows per statement. */
export async function insertBoxes(
  trx: Trx,
  boxes: readonly NewBox[],
  userId: number | null,
): Promise<number[]> {
  const aeroIds: number[] = [];
  for (let start = 0; start < boxes.length; start += 500) {
    const part = boxes.slice(start, start + 500);
    // Kysely has no OVERRIDING SYSTEM VALUE, which an identity column needs.
    await sql`insert into boxes (id, serial_number, name, latitude, longitude, altitude, temperature_coldest, temperature_hottest,
        client_id, installation_date, comment, line, kilometer_point, pole, iccid, desired, desired_version, desired_at)
      overriding system value
      select id, serial_number, coalesce(name, ''), latitude, longitude, altitude, temperature_coldest,
        temperature_hottest, client_id, installation_date, coalesce(comment, ''),
        coalesce(line, ''), kilometer_point, coalesce(pole, ''), coalesce(iccid, ''), desired::jsonb, desired_version, desired_at
      from jsonb_to_recordset(${JSON.stringify(part.map(({ box }) => box))}::jsonb) as x(id integer, serial_number text,
        name text, latitude double precision, longitude double precision,
        altitude double precision, temperature_coldest real, temperature_hottest real, client_id integer, installation_date date,
        comment text, line text, kilometer_point double precision, pole text, iccid text, desired text,
        desired_version integer, desired_at timestamptz)`.execute(trx);
    await trx
      .insertInto('box_ledgers')
      .values(part.map(({ box }) => ({ box_id: box.id })))
      .execute();
    await trx
      .insertInto('box_configurations')
      .values(
        part.map(({ box }) => ({
          box_id: box.id,
          version: box.desired_version ?? 0,
          desired: box.desired,
          user_id: userId,
        })),
      )
      .execute();
    const aeros = part.flatMap(({ box, aeros }) => aeros.map((aero) => ({ ...aero, box_id: box.id })));
    if (aeros.length > 0) {
      const made = await trx.insertInto('aeros').values(aeros).returning(['id', 'box_id']).execute();
      aeroIds.push(...made.map(({ id }) => id));
    }
    const tags = part.flatMap(({ box, tags }) => tags.map((tag_id) => ({ box_id: box.id, tag_id })));
    if (tags.length > 0) await trx.insertInto('box_tags').values(tags).execute();
  }
  return aeroIds;
}

export async function insertAero(trx: Trx, row: Insertable<Database['aeros']>): Promise<number> {
  const { id } = await trx.insertInto('aeros').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateBox(trx: Trx, id: number, change: Updateable<BoxesTable>): Promise<void> {
  await trx
    .updateTable('boxes')
    .set({ ...change, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

export async function replaceTags(trx: Trx, boxId: number, tags: readonly number[]): Promise<void> {
  await trx.deleteFrom('box_tags').where('box_id', '=', boxId).execute();
  if (tags.length > 0)
    await trx
      .insertInto('box_tags')
      .values(tags.map((tag_id) => ({ box_id: boxId, tag_id })))
      .execute();
}

/** AEROs of a box, locked with it. */
export async function aerosOfBox(trx: Trx, boxId: number): Promise<Selectable<Database['aeros']>[]> {
  return trx
    .selectFrom('aeros')
    .selectAll()
    .where('box_id', '=', boxId)
    .orderBy('position')
    .forUpdate()
    .execute();
}

export async function tagsOfBox(trx: Trx, boxId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('box_tags')
    .select('tag_id')
    .where('box_id', '=', boxId)
    .orderBy('tag_id')
    .execute();
  return rows.map(({ tag_id }) => tag_id);
}

/** Tags that a viewer may see, with their client. */
export async function clientOfTags(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('tags')
    .select(['id', 'client_id'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::integer[])`)
    .where(visibleTo(viewer, 'client_id'))
    .execute();
  return new Map(rows.map(({ id, client_id }) => [id, client_id]));
}

/** Clients that a viewer may assign a box to, by id. */
export async function assignableClients(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('clients')
    .select('id')
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::integer[])`)
    .where(visibleTo(viewer, 'id'))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Which of these serial numbers exist, with their client. They are unique across all clients. */
export async function ownersOfSerials(
  db: Db,
  serials: readonly string[],
): Promise<Map<string, number | null>> {
  const rows = await db
    .selectFrom('boxes')
    .select(['serial_number', 'client_id'])
    .where(sql<boolean>`serial_number = any(${serials}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.serial_number, row.client_id]));
}

/** Closes what the old client attached to a box: tags, supervision, open alerts. */
export async function leaveClient(
  trx: Trx,
  boxId: number,
  clientId: number | null,
  at: Date,
): Promise<{ supervisors: number[]; alerts: number[] }> {
  await sql`delete from box_tags bt using tags t where bt.box_id = ${boxId} and t.id = bt.tag_id
    and t.client_id is distinct from ${clientId}::integer`.execute(trx);
  const supervised = await sql<{
    supervisor_id: number;
  }>`delete from supervisor_aeros sa using supervisors s, aeros a
    where s.id = sa.supervisor_id and a.id = sa.aero_id and a.box_id = ${boxId} and s.client_id is distinct from ${clientId}::integer
    returning sa.supervisor_id`.execute(trx);
  await sql`delete from episodes e using conditions c, supervisors s, aeros a where c.id = e.condition_id and s.id = c.supervisor_id
    and a.id = e.aero_id and a.box_id = ${boxId} and s.client_id is distinct from ${clientId}::integer`.execute(
    trx,
  );
  const alerts = await sql<{ id: number }>`update alerts set seen_at = ${at}, updated_at = clock_timestamp()
    where box_id = ${boxId} and seen_at is null and client_id is distinct from ${clientId}::integer returning id`.execute(
    trx,
  );
  return {
    supervisors: [...new Set(supervised.rows.map((row) => row.supervisor_id))],
    alerts: alerts.rows.map(({ id }) => id),
  };
}

export async function addTags(
  trx: Trx,
  boxIds: readonly number[],
  tags: readonly number[],
): Promise<{ box_id: number; tag_id: number }[]> {
  const { rows } = await sql<{ box_id: number; tag_id: number }>`insert into box_tags (box_id, tag_id)
    select b, t from unnest(${boxIds}::integer[]) b cross join unnest(${tags}::integer[]) t
    on conflict do nothing returning box_id, tag_id`.execute(trx);
  return rows;
}

export async function removeTags(
  trx: Trx,
  boxIds: readonly number[],
  tags: readonly number[],
): Promise<{ box_id: number; tag_id: number }[]> {
  const { rows } = await sql<{ box_id: number; tag_id: number }>`delete from box_tags
    where box_id = any(${boxIds}::integer[]) and tag_id = any(${tags}::integer[]) returning box_id, tag_id`.execute(
    trx,
  );
  return rows;
}

/** Marks boxes as edited. */
export async function touchBoxes(trx: Trx, ids: readonly number[]): Promise<void> {
  await sql`update boxes set updated_at = clock_timestamp() where id = any(${ids}::integer[])`.execute(trx);
}

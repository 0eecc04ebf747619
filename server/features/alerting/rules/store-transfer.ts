import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import { visibleTo } from '../../../platform/database/scope.ts';
import type { Viewer } from '../../../platform/viewer.ts';

export interface NamedAero {
  id: number;
  box: string;
  position: number;
}

/** AEROs of clients that the viewer may see, by the names used in files. */
export async function namedAeros(db: Db, viewer: Viewer, ids: readonly number[]): Promise<NamedAero[]> {
  const { rows } = await sql<NamedAero>`
    select a.id, b.serial_number as box, a.position from aeros a join boxes b on b.id = a.box_id
    where ${visibleTo(viewer, 'b.client_id')} and a.id = any(${[...ids]}::int[])`.execute(db);
  return rows;
}

/** All AEROs of a client, by the names used in files. */
export async function aerosOfClient(db: Db, viewer: Viewer, client: number): Promise<NamedAero[]> {
  const { rows } = await sql<NamedAero>`
    select a.id, b.serial_number as box, a.position from aeros a join boxes b on b.id = a.box_id
    where ${visibleTo(viewer, 'b.client_id')} and b.client_id = ${client} order by a.id`.execute(db);
  return rows;
}

/** Names of the supervisors of a client. */
export async function namesOf(db: Db, viewer: Viewer, client: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select s.name from supervisors s where ${visibleTo(viewer, 's.client_id')} and s.client_id = ${client}`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

export async function clientNames(db: Db, viewer: Viewer, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.name from clients c where ${visibleTo(viewer, 'c.id')} and c.id = any(${[...ids]}::int[]) order by c.name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

export interface TagName {
  id: number;
  name: string;
}
export interface TagSize extends TagName {
  aeros: number;
}

/** Tags that the viewer may see, by their ids. */
export async function tagNames(db: Db, viewer: Viewer, ids: readonly number[]): Promise<TagName[]> {
  const { rows } = await sql<TagName>`
    select t.id, t.name from tags t where ${visibleTo(viewer, 't.client_id')} and t.id = any(${[...ids]}::int[]) order by t.id`.execute(
    db,
  );
  return rows;
}

/** The tags of a client, each with its present number of AEROs. */
export async function tagSizes(db: Db, viewer: Viewer, client: number): Promise<TagSize[]> {
  const { rows } = await sql<TagSize>`
    select t.id, t.name, count(a.id)::int as aeros
    from tags t left join box_tags bt on bt.tag_id = t.id left join boxes b on b.id = bt.box_id and b.client_id = t.client_id
      left join aeros a on a.box_id = b.id
    where ${visibleTo(viewer, 't.client_id')} and t.client_id = ${client} group by t.id order by t.id`.execute(
    db,
  );
  return rows;
}

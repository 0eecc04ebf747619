import type { tagsList } from '@aerowatch/contracts/api/tags';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { isUniqueViolation } from '../../platform/database/errors.ts';
import { type ListPage, listPage } from '../../platform/database/list.ts';
import { containing, visibleTo } from '../../platform/database/scope.ts';
import { BadRequest, NotFound } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { TagsTable } from './schema.ts';

export type TagRow = Selectable<TagsTable> & { boxes: number[] };

const BOXES = sql<number[]>`array(select box_id from box_tags where tag_id = tags.id order by box_id)`.as(
  'boxes',
);

export function listTags(db: Db, viewer: Viewer, query: QueryOf<typeof tagsList>): Promise<ListPage<TagRow>> {
  const found = db
    .selectFrom('tags')
    .selectAll()
    .select(BOXES)
    .where(visibleTo(viewer, 'client_id'))
    .$if(query.client !== undefined, (select) => select.where(sql<boolean>`client_id = any(${query.client})`))
    .$if(query.name !== undefined, (select) => select.where(sql<boolean>`lower(name) = lower(${query.name})`))
    .$if(query.boxes !== undefined, (select) =>
      select.where(
        sql<boolean>`exists (select from box_tags where tag_id = tags.id and box_id = any(${query.boxes}))`,
      ),
    )
    .where('name', 'ilike', containing(query.search ?? ''));
  return listPage(found, query, 'name', { client: 'client_id' });
}

export async function tagById(db: Db, viewer: Viewer, id: number, lock = false): Promise<TagRow> {
  return db
    .selectFrom('tags')
    .selectAll()
    .select(BOXES)
    .where('id', '=', id)
    .where(visibleTo(viewer, 'client_id'))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(() => new NotFound());
}

export function tagsByIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<TagRow[]> {
  return db
    .selectFrom('tags')
    .selectAll()
    .select(BOXES)
    .where('id', 'in', [...ids])
    .where(visibleTo(viewer, 'client_id'))
    .execute();
}

/**
 * Boxes of a tag must belong to its client. Others are refused at their field; an invisible one as if it did
 * not exist.
 */
export async function checkBoxes(
  db: Db,
  viewer: Viewer,
  clientId: number,
  boxes: readonly number[],
): Promise<void> {
  if (boxes.length === 0) return;
  const rows = await db
    .selectFrom('boxes')
    .select(['id', 'client_id'])
    .where(sql<boolean>`id = any(${[...boxes]})`)
    .where(visibleTo(viewer, 'client_id'))
    .forKeyShare()
    .execute();
  const clientOf = new Map(rows.map((row) => [row.id, row.client_id]));
  const missing = boxes.filter((id) => !clientOf.has(id));
  if (missing.length > 0) throw new BadRequest({ boxes: [`boxes_unknown|${few(missing)}`] });
  const elsewhere = boxes.filter((id) => clientOf.get(id) !== clientId);
  if (elsewhere.length > 0) throw new BadRequest({ boxes: [`boxes_of_other_client|${few(elsewhere)}`] });
}

const few = (ids: readonly number[]) =>
  ids.length > 10 ? `${ids.slice(0, 10).join(', ')}, …` : ids.join(', ');

export async function insertTag(
  db: Db,
  values: { name: string; color: string; client_id: number },
): Promise<number> {
  return (await named(db.insertInto('tags').values(values).returning('id').executeTakeFirstOrThrow())).id;
}

export async function updateTag(
  db: Db,
  id: number,
  values: { name?: string | undefined; color?: string | undefined; updated_at: Date },
): Promise<void> {
  await named(db.updateTable('tags').set(values).where('id', '=', id).execute());
}

/** Replaces the boxes of a tag; returns those added or removed. */
export async function setBoxes(db: Db, id: number, boxes: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ box_id: number }>`
    with wanted as (select unnest(${[...boxes]}::int[]) as box_id),
      gone as (delete from box_tags where tag_id = ${id} and box_id not in (select box_id from wanted) returning box_id),
      come as (insert into box_tags (box_id, tag_id) select distinct box_id, ${id}::int from wanted on conflict do nothing returning box_id)
    select box_id from gone union all select box_id from come`.execute(db);
  return rows.map((row) => row.box_id);
}

/** Supervisors that follow a tag; without it they keep the AEROs they watch. */
export async function supervisorsOfTag(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('supervisors')
    .select('id')
    .where('tag_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteTag(db: Db, id: number): Promise<void> {
  await db.deleteFrom('tags').where('id', '=', id).execute();
}

async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'tags_name')) throw new BadRequest({ name: ['name_taken'] });
    throw error;
  }
}

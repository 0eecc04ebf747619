import type { notesList } from '@aerowatch/contracts/api/notes';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import { type InferResult, type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { type ListPage, listPage } from '../../platform/database/list.ts';
import { containing, visibleTo } from '../../platform/database/scope.ts';
import { BadRequest, NotFound } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { NotesTable } from './schema.ts';

/** Notes of boxes that the viewer may see, with their authors. */
const seen = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('notes')
    .innerJoin('boxes', 'boxes.id', 'notes.box_id')
    .leftJoin('users', 'users.id', 'notes.user_id')
    .select([
      'notes.id',
      'notes.created_at',
      'notes.updated_at',
      'notes.box_id',
      'notes.aero_id',
      'notes.at',
      'notes.text',
      'notes.kind',
      'notes.metrics',
    ])
    .select(['notes.user_id', 'boxes.client_id', 'boxes.serial_number'])
    .select(
      sql<string | null>`nullif(trim(concat_ws(' ', users.first_name, users.last_name)), '')`.as('user_name'),
    )
    .where(visibleTo(viewer, 'boxes.client_id'));
export type NoteRow = InferResult<ReturnType<typeof seen>>[number];

export function listNotes(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof notesList>,
): Promise<ListPage<NoteRow>> {
  let found = seen(db, viewer);
  if (query.box) found = found.where(sql<boolean>`notes.box_id = any(${query.box})`);
  if (query.aero) found = found.where(sql<boolean>`notes.aero_id = any(${query.aero})`);
  if (query.from) found = found.where('notes.at', '>=', new Date(query.from));
  if (query.to) found = found.where('notes.at', '<', new Date(query.to));
  if (query.search) found = found.where('notes.text', 'ilike', containing(query.search));
  return listPage(found, query, '-at', {
    id: 'notes.id',
    at: 'notes.at',
    created_at: 'notes.created_at',
    updated_at: 'notes.updated_at',
  });
}

export async function noteById(db: Db, viewer: Viewer, id: number, lock = false): Promise<NoteRow> {
  return seen(db, viewer)
    .where('notes.id', '=', id)
    .$if(lock, (query) => query.forUpdate('notes'))
    .executeTakeFirstOrThrow(() => new NotFound());
}

export function notesByIds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<NoteRow[]> {
  return seen(db, viewer)
    .where('notes.id', 'in', [...ids])
    .execute();
}

/** Checks the box and AERO of a new note: foreign ones are refused like missing ones, at their fields. */
export async function checkPlace(db: Db, viewer: Viewer, box: number, aero: number | null): Promise<void> {
  const seenBox = await db
    .selectFrom('boxes')
    .select('id')
    .where('id', '=', box)
    .where(visibleTo(viewer, 'client_id'))
    .forKeyShare()
    .executeTakeFirst();
  if (seenBox === undefined) throw new BadRequest({ box: ['box_unknown'] });
  if (aero === null) return;
  const own = await db
    .selectFrom('aeros')
    .select('id')
    .where('id', '=', aero)
    .where('box_id', '=', box)
    .executeTakeFirst();
  if (own === undefined) throw new BadRequest({ aero: ['aero_unknown'] });
}

export async function insertNote(db: Db, values: Insertable<NotesTable>): Promise<number> {
  return (await db.insertInto('notes').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateNote(db: Db, id: number, values: Updateable<NotesTable>): Promise<void> {
  await db.updateTable('notes').set(values).where('id', '=', id).execute();
}

export async function deleteNote(db: Db, id: number): Promise<void> {
  await db.deleteFrom('notes').where('id', '=', id).execute();
}

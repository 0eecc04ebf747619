import type { savedViewsList } from '@aerowatch/contracts/api/saved-views';
import type { QueryOf } from '@aerowatch/contracts/endpoint';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { type ListPage, listPage } from '../../platform/database/list.ts';
import { containing } from '../../platform/database/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import { type UserViewer, userOf, type Viewer } from '../../platform/viewer.ts';
import type { SavedViewsTable } from './schema.ts';

export type SavedViewRow = Selectable<SavedViewsTable>;

/** A user's own; nobody else sees them, not even an administrator. */
export function listSavedViews(
  db: Db,
  viewer: Viewer,
  query: QueryOf<typeof savedViewsList>,
): Promise<ListPage<SavedViewRow>> {
  const found = db
    .selectFrom('saved_views')
    .selectAll()
    .where('user_id', '=', userOf(viewer).id)
    .where('name', 'ilike', containing(query.search ?? ''))
    .$if(query.screen !== undefined, (views) => views.where('screen', '=', query.screen!));
  return listPage(found, query, 'name');
}

export function insertSavedView(
  db: Db,
  viewer: UserViewer,
  values: { screen: string; name: string; query: string },
): Promise<SavedViewRow> {
  return db
    .insertInto('saved_views')
    .values({ ...values, user_id: viewer.id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteSavedView(db: Db, viewer: UserViewer, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new NotFound();
}

import { savedViewsCreate, savedViewsDelete, savedViewsList } from '@aerowatch/contracts/api/saved-views';
import type { MakeModule } from '../../parts.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { changeRoute } from '../../platform/http/route.ts';
import { userOf } from '../../platform/viewer.ts';
import { deleteSavedView, insertSavedView, listSavedViews, type SavedViewRow } from './store.ts';

const present = (row: SavedViewRow) => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  screen: row.screen as 'visualization' | 'boxes',
  name: row.name,
  query: row.query,
});

/** Screens that a user saves by name: their address, private to the user. */
export const savedViewsModule: MakeModule = ({ db }) => ({
  name: 'saved views',
  routes: [
    listRoute(db, savedViewsList, listSavedViews, present),
    changeRoute(db, savedViewsCreate, async (trx, { viewer, body }) =>
      present(await insertSavedView(trx, userOf(viewer), body)),
    ),
    changeRoute(db, savedViewsDelete, (trx, { viewer, params }) =>
      deleteSavedView(trx, userOf(viewer), params.id),
    ),
  ],
});

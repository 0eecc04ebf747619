import { savedViewsCreate, savedViewsDelete, savedViewsList } from '@aerowatch/contracts/api/saved-views';
import type { MakeModule } from '../../parts.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { route } from '../../platform/http/route.ts';
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

/** Visualizations that a user saves by name: the address of the screen, private to them. */
export const savedViewsModule: MakeModule = ({ db }) => ({
  name: 'saved views',
  routes: [
    listRoute(db, savedViewsList, listSavedViews, present),
    route(savedViewsCreate, async ({ viewer, body }) =>
      present(await insertSavedView(db, userOf(viewer), body)),
    ),
    route(savedViewsDelete, ({ viewer, params }) => deleteSavedView(db, userOf(viewer), params.id)),
  ],
});

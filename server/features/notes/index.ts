import type { MakeModule } from '../../parts.ts';
import { noteRoutes, presentNote } from './routes.ts';
import { notesByIds } from './store.ts';

/** The maintenance log: notes pinned to a box, an AERO, and a moment of its curves. */
export const notesModule: MakeModule = (parts) => {
  parts.events.registerLoader('notes', async (viewer, ids) =>
    (await notesByIds(parts.db, viewer, ids)).map(presentNote),
  );
  return { name: 'notes', routes: noteRoutes(parts) };
};

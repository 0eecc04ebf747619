import type { MakeModule } from '../../parts.ts';
import { presentTag, tagRoutes } from './routes.ts';
import { tagsByIds } from './store.ts';

/** Coloured words that a client puts on its boxes. */
export const tagsModule: MakeModule = (parts) => {
  parts.events.registerLoader('tags', async (viewer, ids) =>
    (await tagsByIds(parts.db, viewer, ids)).map(presentTag),
  );
  return { name: 'tags', routes: tagRoutes(parts) };
};

import type { MakeModule } from '../../parts.ts';
import { may } from '../../platform/viewer.ts';
import { keyRoutes, presentKey } from './routes.ts';
import { keysByIds } from './store.ts';

/** API keys: read-only access of other systems to one client's data. */
export const keysModule: MakeModule = (parts) => {
  // Members may not list keys, so no event tells them of one either.
  parts.events.registerLoader('keys', async (viewer, ids) =>
    may(viewer, 'privileged') && viewer.kind !== 'key'
      ? (await keysByIds(parts.db, viewer, ids)).map(presentKey)
      : [],
  );
  return { name: 'keys', routes: keyRoutes(parts) };
};

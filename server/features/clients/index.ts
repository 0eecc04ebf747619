import type { MakeModule } from '../../parts.ts';
import { clientRoutes, presentClient } from './routes.ts';
import { clientsByIds } from './store.ts';

/** Tenants: the railways whose boxes are watched. */
export const clientsModule: MakeModule = (parts) => {
  parts.events.registerLoader('clients', async (viewer, ids) =>
    (await clientsByIds(parts.db, viewer, ids)).map(presentClient),
  );
  return { name: 'clients', routes: clientRoutes(parts) };
};

import type { MakeModule } from '../../parts.ts';
import { presentAero } from './present.ts';
import { aeroRoutes } from './routes.ts';
import { loadAeros } from './store.ts';

/** AEROs: lists, changes, and the history of their state. */
export const aerosModule: MakeModule = (parts) => {
  parts.events.registerLoader('aeros', async (viewer, ids) =>
    (await loadAeros(parts.db, viewer, ids, parts.clock.date())).map(presentAero),
  );
  return { name: 'aeros', routes: aeroRoutes(parts) };
};

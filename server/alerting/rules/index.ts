import type { MakeModule } from '../../parts.ts';
import { presentSupervisor } from './present.ts';
import { supervisorRoutes } from './routes.ts';
import { supervisorsByIds } from './store.ts';

export const supervisorsModule: MakeModule = (parts) => {
  parts.events.registerLoader('supervisors', async (viewer, ids) =>
    (await supervisorsByIds(parts.db, viewer, ids)).map(presentSupervisor),
  );
  return { name: 'supervisors', routes: supervisorRoutes(parts) };
};

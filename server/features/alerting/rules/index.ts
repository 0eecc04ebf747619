import type { MakeModule } from '../../../parts.ts';
import { languageOfViewer } from '../../../platform/viewer.ts';
import { presentSupervisor } from './present.ts';
import { supervisorRoutes } from './routes.ts';
import { supervisorsByIds } from './store.ts';

export const supervisorsModule: MakeModule = (parts) => {
  parts.events.registerLoader('supervisors', async (viewer, ids) =>
    (await supervisorsByIds(parts.db, viewer, ids)).map((row) =>
      presentSupervisor(row, languageOfViewer(viewer)),
    ),
  );
  return { name: 'supervisors', routes: supervisorRoutes(parts) };
};

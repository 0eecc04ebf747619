import type { MakeModule } from '../../../parts.ts';
import { languageOfViewer } from '../../../platform/viewer.ts';
import { presentAlert } from './present.ts';
import { alertRoutes } from './routes.ts';
import { alertsByIds } from './store.ts';

export const alertsModule: MakeModule = (parts) => {
  parts.events.registerLoader('alerts', async (viewer, ids) =>
    (await alertsByIds(parts.db, viewer, ids)).map((row) => presentAlert(row, languageOfViewer(viewer))),
  );
  return { name: 'alerts', routes: alertRoutes(parts) };
};

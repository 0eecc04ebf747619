import type { MakeModule } from '../../parts.ts';
import { languageOfViewer } from '../../platform/viewer.ts';
import { presentOrder } from './present.ts';
import { workOrderRoutes } from './routes.ts';
import { ordersByIds } from './store.ts';

/** Work orders: from what the console knows to what was done and found on the pole. */
export const workModule: MakeModule = (parts) => {
  parts.events.registerLoader(
    'work_orders',
    async (viewer, ids) =>
      (await ordersByIds(parts.db, viewer, ids)).map((row) => presentOrder(row, languageOfViewer(viewer))),
    { perUser: true },
  );
  return { name: 'work', routes: workOrderRoutes(parts) };
};

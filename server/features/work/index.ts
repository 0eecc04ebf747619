import type { MakeModule } from '../../parts.ts';
import { languageOfViewer } from '../../platform/viewer.ts';
import { presentMatter } from './matters/present.ts';
import { proposeDue } from './matters/propose.ts';
import { dayFor, matterRoutes } from './matters/routes.ts';
import { mattersByIds } from './matters/store-inbox.ts';
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
  parts.events.registerLoader(
    'matters',
    async (viewer, ids) => {
      const today = dayFor(viewer, parts.clock.date());
      return (await mattersByIds(parts.db, viewer, ids)).map((row) =>
        presentMatter(row, languageOfViewer(viewer), today),
      );
    },
    { perUser: true },
  );
  return {
    name: 'work',
    routes: [...matterRoutes(parts), ...workOrderRoutes(parts)],
    worker: () =>
      parts.jobs.loop({
        name: 'matters',
        everyMs: 2000,
        run: () => proposeDue(parts.db, parts.clock.date()),
      }),
  };
};

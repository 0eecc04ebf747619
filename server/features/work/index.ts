import { MINUTE } from '@aerowatch/domain/durations';
import type { MakeModule } from '../../parts.ts';
import { languageOfViewer } from '../../platform/viewer.ts';
import { escalateDue } from './matters/escalate.ts';
import { presentMatter } from './matters/present.ts';
import { proposeDue } from './matters/propose.ts';
import { dayFor, matterRoutes } from './matters/routes.ts';
import { forgetGone } from './matters/store-effects.ts';
import { noteTime } from './matters/store-facts.ts';
import { mattersByIds } from './matters/store-inbox.ts';
import { noticeRoutes, presentNotices } from './notices/routes.ts';
import { forgetNotices, noticesOf } from './notices/store-notices.ts';
import { presentOrder } from './present.ts';
import { workOrderRoutes } from './routes.ts';
import { ordersByIds } from './store.ts';

/** Boxes noted for each reason in one pass over the time-dependent changes. */
const TIMED_A_TURN = 500;

/** Work orders: from the console's findings to the work done on the pole and its result. */
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
  parts.events.registerLoader(
    'notices',
    async (viewer, ids) =>
      presentNotices(
        parts.db,
        viewer,
        await noticesOf(parts.db, viewer, ids),
        languageOfViewer(viewer),
        parts.clock.date(),
      ),
    { perUser: true },
  );
  return {
    name: 'work',
    routes: [...matterRoutes(parts), ...noticeRoutes(parts), ...workOrderRoutes(parts)],
    worker: () => {
      const { db, clock, jobs } = parts;
      const stops = [
        jobs.loop({ name: 'matters', everyMs: 2000, run: () => proposeDue(db, clock.date()) }),
        jobs.loop({ name: 'matters go on', everyMs: 30_000, run: () => escalateDue(db, clock.date()) }),
        jobs.loop({
          name: 'matters in time',
          everyMs: 10 * MINUTE,
          run: async () => {
            await noteTime(db, clock.date(), TIMED_A_TURN);
            await forgetNotices(db, clock.date());
            await forgetGone(db, clock.date());
            return 0;
          },
        }),
      ];
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
  };
};

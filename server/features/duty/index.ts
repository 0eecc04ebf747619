import type { MakeModule } from '../../parts.ts';
import { dutyRoutes, presentRoster } from './routes.ts';
import { rostersByIds } from './store.ts';

/** Who of a client is on duty: rules tell them, and matters that nobody accepted go to the next. */
export const dutyModule: MakeModule = (parts) => {
  parts.events.registerLoader('duty_rosters', async (viewer, ids) =>
    (await rostersByIds(parts.db, viewer, ids)).map((row) => presentRoster(row, parts.clock.date())),
  );
  return { name: 'duty', routes: dutyRoutes(parts) };
};

import { HOUR } from '@aerowatch/domain/durations';
import type { MakeModule } from '../../parts.ts';
import { sweepSessions } from '../credentials/store-sessions.ts';
import { sweepHits } from '../credentials/store-throttle.ts';
import { sessionRoutes } from './routes.ts';

/** The longest window of the throttles: addresses somebody signed in from. */
const LONGEST_WINDOW = 30 * 24 * HOUR;

/** Signing in and out, and resetting a forgotten password. */
export const sessionModule: MakeModule = (parts) => ({
  name: 'session',
  routes: sessionRoutes(parts),
  worker: () =>
    parts.jobs.loop({
      name: 'sweep sessions',
      everyMs: HOUR,
      run: async () => {
        await sweepSessions(parts.db, parts.clock.date());
        await sweepHits(parts.db, new Date(parts.clock.now() - LONGEST_WINDOW));
        return 0;
      },
    }),
});

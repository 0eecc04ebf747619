import { HOUR } from '@aerowatch/domain/durations';
import type { MakeModule } from '../../parts.ts';
import { factorRoutes, ownSessionRoutes } from './routes.ts';
import { sweepChallenges } from './store-challenges.ts';

/** People's second factors and sessions. */
export const secondFactorModule: MakeModule = (parts) => ({
  name: 'second factor',
  routes: [...factorRoutes(parts), ...ownSessionRoutes(parts)],
  worker: () =>
    parts.jobs.loop({
      name: 'sweep challenges',
      everyMs: HOUR,
      run: async () => {
        await sweepChallenges(parts.db, parts.clock.date());
        return 0;
      },
    }),
});

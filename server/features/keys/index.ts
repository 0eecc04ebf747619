import { HOUR } from '@aerowatch/domain/durations';
import type { MakeModule } from '../../parts.ts';
import { may } from '../../platform/viewer.ts';
import { tellOfEnding } from './ending.ts';
import { keyRoutes, presentKey } from './routes.ts';
import { keysByIds } from './store.ts';

/** API keys: access of other systems to one client's data, within their scopes, until they expire. */
export const keysModule: MakeModule = (parts) => {
  // Members may not list keys, so they get no events about them either.
  parts.events.registerLoader('keys', async (viewer, ids) =>
    may(viewer, 'privileged') && viewer.kind !== 'key'
      ? (await keysByIds(parts.db, viewer, ids)).map(presentKey)
      : [],
  );
  return {
    name: 'keys',
    routes: keyRoutes(parts),
    worker: () =>
      parts.jobs.loop({
        name: 'ending keys',
        // Sent when somebody who had created keys left (migration 0392).
        channel: 'aerowatch_keys',
        everyMs: HOUR,
        run: () => tellOfEnding(parts.db, parts.clock.date()),
      }),
  };
};

import type { MakeModule } from '../../parts.ts';
import { startLinkWaves } from './changes/link-waves.ts';
import { registerTwinDownlinks } from './downlinks.ts';
import { startRefreshWorker } from './refresh.ts';
import { nudgeAll } from './store-desired.ts';
import { onAnswer, onReported } from './uplink.ts';

export { type BoxAccess, configurationRoutes } from './changes/configuration-routes.ts';

/** Desired against reported, and commands: what boxes are sent and the results. */
export const twinModule: MakeModule = (parts) => {
  registerTwinDownlinks(parts);
  return {
    name: 'twin',
    uplinks: {
      reported: (trx, box, message) => onReported(trx, box, message, parts),
      answer: (trx, box, message) => onAnswer(trx, box, message, parts),
      // A box requests its configuration, at a broker without retained messages.
      'desired/get': (trx, box) => nudgeAll(trx, [box.id], 'desired'),
    },
    worker: () => {
      const stops = [startRefreshWorker(parts), startLinkWaves(parts)];
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
  };
};

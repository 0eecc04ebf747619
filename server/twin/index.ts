import type { MakeModule } from '../parts.ts';
import { registerTwinDownlinks } from './downlinks.ts';
import { startRefreshWorker } from './refresh.ts';
import { onAnswer, onReported } from './uplink.ts';

export { type BoxAccess, configurationRoutes } from './configuration-routes.ts';

/** Desired against reported, and the commands between: what boxes are sent and what becomes of it. */
export const twinModule: MakeModule = (parts) => {
  registerTwinDownlinks(parts);
  return {
    name: 'twin',
    uplinks: {
      reported: (trx, box, message) => onReported(trx, box, message, parts),
      answer: (trx, box, message) => onAnswer(trx, box, message, parts),
    },
    worker: () => startRefreshWorker(parts),
  };
};

import type { MakeModule } from '../../../parts.ts';
import { languageOfViewer } from '../../../platform/viewer.ts';
import { presentRollout, rolloutRoutes } from './routes.ts';
import { loadRolloutEvents } from './store-rollouts.ts';

/** Firmware updates of many boxes in waves. */
export const rolloutsModule: MakeModule = (parts) => {
  parts.events.registerLoader('rollouts', async (viewer, ids) =>
    (await loadRolloutEvents(parts.db, viewer, ids)).map((row) =>
      presentRollout(row, languageOfViewer(viewer)),
    ),
  );
  return { name: 'rollouts', routes: rolloutRoutes(parts) };
};

import type { MakeModule } from '../parts.ts';
import { configurationRoutes } from './configuration-routes.ts';
import { registerTwinDownlinks } from './downlinks.ts';
import { startRefreshWorker } from './refresh.ts';

/** Desired against reported, and the commands between: what boxes are sent and what becomes of it. */
export const twinModule: MakeModule = (parts) => {
  registerTwinDownlinks(parts);
  return { name: 'twin', routes: configurationRoutes(parts), worker: () => startRefreshWorker(parts) };
};

import type { MakeModule } from '../../../parts.ts';
import { may } from '../../../platform/viewer.ts';
import { firmwareRoutes, presentFirmware } from './routes.ts';
import { loadFirmwares } from './store.ts';

/** Firmwares: files with their SHA-256 and signature, for one client or for all. */
export const firmwaresModule: MakeModule = (parts) => {
  parts.events.registerLoader(
    'firmwares',
    async (viewer, ids) =>
      may(viewer, 'privileged')
        ? (await loadFirmwares(parts.db, viewer, ids)).map((row) => presentFirmware(parts, row))
        : [],
    { shared: true },
  );
  return { name: 'firmwares', routes: firmwareRoutes(parts) };
};

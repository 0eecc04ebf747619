import type { MakeModule } from '../parts.ts';
import { serveDownloads } from './delivery/download.ts';
import { registerFirmwareDownlink } from './delivery/offers.ts';
import { startRolloutWorker } from './rollouts/step.ts';

export { firmwaresModule } from './files/index.ts';
export { rolloutsModule } from './rollouts/index.ts';

/** Updates of boxes: offers, downloads, waves. */
export const firmwareModule: MakeModule = (parts) => {
  registerFirmwareDownlink(parts);
  return { name: 'firmware', plugin: serveDownloads(parts), worker: () => startRolloutWorker(parts) };
};

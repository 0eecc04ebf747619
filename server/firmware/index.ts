import type { MakeModule } from '../parts.ts';
import { serveDownloads } from './download.ts';
import { registerFirmwareDownlink } from './offers.ts';
import { startRolloutWorker } from './step.ts';

/** Updates of boxes: offers, downloads, waves. */
export const firmwareModule: MakeModule = (parts) => {
  registerFirmwareDownlink(parts);
  return { name: 'firmware', plugin: serveDownloads(parts), worker: () => startRolloutWorker(parts) };
};

import type { MakeModule } from '../parts.ts';
import { serveDownloads } from './delivery/download.ts';
import { registerFirmwareDownlink } from './delivery/offers.ts';
import { onFirmwareState } from './delivery/uplink.ts';
import { firmwareReported } from './rollouts/installed.ts';
import { startRolloutWorker } from './rollouts/step.ts';

export { firmwaresModule } from './files/index.ts';
export { rolloutsModule } from './rollouts/index.ts';

/** Updates of boxes: offers, downloads, waves. */
export const firmwareModule: MakeModule = (parts) => {
  registerFirmwareDownlink(parts);
  return {
    name: 'firmware',
    plugin: serveDownloads(parts),
    uplinks: { 'firmware/state': (trx, box, message) => onFirmwareState(trx, box, message, parts) },
    onReported: async (trx, { boxId, configuration, at }) => {
      if (configuration.firmware_version !== null)
        await firmwareReported(trx, boxId, configuration.firmware_version, at);
    },
    worker: () => startRolloutWorker(parts),
  };
};

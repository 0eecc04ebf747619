import type { MakeModule } from '../../parts.ts';
import { serveDownloads } from './delivery/download.ts';
import { registerFirmwareDownlink } from './delivery/offers.ts';
import { onFirmwareState } from './delivery/uplink.ts';
import { firmwareFellBack, firmwareReported } from './rollouts/firmware-reports.ts';
import { startRolloutWorker } from './rollouts/step.ts';
import { startWished } from './rollouts/wish.ts';

export { firmwaresModule } from './files/index.ts';
export { rolloutsModule } from './rollouts/index.ts';

/** Updates of boxes: offers, downloads, waves. */
export const firmwareModule: MakeModule = (parts) => {
  registerFirmwareDownlink(parts);
  return {
    name: 'firmware',
    plugin: serveDownloads(parts),
    uplinks: { 'firmware/state': (trx, box, message) => onFirmwareState(trx, box, message, parts) },
    onReported: async (
      trx,
      { boxId, clientId, configuration: { firmware_version: version }, at, fellBack },
    ) => {
      if (version === null) return;
      await firmwareReported(trx, boxId, version, at);
      if (fellBack !== null)
        await firmwareFellBack(trx, { id: boxId, clientId }, { from: fellBack, to: version }, at);
    },
    onFirmwareWished: (trx, viewer, version, boxes) => startWished(trx, parts, viewer, version, boxes),
    worker: () => startRolloutWorker(parts),
  };
};

import { onFirmwareState } from '../../firmware/delivery/uplink.ts';
import { onAnswer, onReported } from '../../twin/uplink.ts';
import type { UplinkHandler } from './uplink.ts';

/** Who takes what comes up below `boxes/{serial}/`, beside measures. */
export const UPLINKS: Readonly<Record<string, UplinkHandler>> = {
  reported: onReported,
  answer: onAnswer,
  'firmware/state': onFirmwareState,
};

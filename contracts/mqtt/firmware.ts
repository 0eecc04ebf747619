import type {
  FirmwareManifest,
  FirmwareSignature,
  SignedPermit,
  SignedWithdrawnList,
} from '@aerowatch/domain/firmware/firmware-manifest';
import { z } from 'zod';
import { readBy } from './commands.ts';

/** Down on `boxes/{serial}/firmware`, while an update is due for the box. */
export interface FirmwareOffer {
  readonly rollout: number;
  readonly version: string;
  /** Absolute; supports ranges; valid for this box and 24 hours. */
  readonly url: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal, of the whole file. */
  readonly sha256: string;
  /** The signed data; a box trusts only this. */
  readonly manifest: FirmwareManifest;
  /** Over the canonical JSON of the manifest. */
  readonly signatures: readonly FirmwareSignature[];
  /** Allows the box to downgrade. */
  readonly downgrade?: SignedPermit;
  /** The present list of withdrawn firmware; also down on `boxes/{serial}/withdrawn`. */
  readonly withdrawn?: SignedWithdrawnList;
  /** This server's signature over the whole file, base64: for boxes before version 2.6, without a signing vendor. */
  readonly signature?: string;
}

/** States of an update that a box may report; `installed` counts only once the reported version agrees. */
export const FIRMWARE_STATES = [
  'offered',
  'downloading',
  'verifying',
  'installing',
  'installed',
  'failed',
] as const;

/** Up on `boxes/{serial}/firmware/state`. */
export const firmwareState = z.object({
  rollout: z
    .union([z.number(), z.string().regex(/^\d{1,10}$/)])
    .transform(Number)
    .pipe(z.number().int().positive().max(2_147_483_647)),
  state: z.enum(FIRMWARE_STATES),
  /** Percent of the download. */
  progress: z.number().nullish(),
  detail: z.string().max(10_000).nullish(),
});
export type FirmwareStateMessage = z.output<typeof firmwareState>;

/** Parses a state already decoded. Throws Unreadable. */
export function readFirmwareState(message: unknown): FirmwareStateMessage {
  return readBy(firmwareState, message);
}

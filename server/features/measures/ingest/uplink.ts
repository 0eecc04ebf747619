import type { Trx } from '../../../platform/database/db.ts';

/** The box a message came from, as its credentials proved. */
export interface UplinkBox {
  readonly id: number;
  readonly clientId: number | null;
  readonly serial: string;
}
/**
 * Takes a message other than measures, decoded but not checked. Writes through `trx` only: the PUBACK
 * follows its commit. Throws `Unreadable` when the message is to be set aside.
 */
export type UplinkHandler = (trx: Trx, box: UplinkBox, message: unknown) => Promise<void>;

/** A message as it came from the broker. */
export interface Uplink {
  /** The box, as its credentials proved; without it the serial number says which one it is. */
  readonly box?: number | undefined;
  readonly serial: string;
  /** The whole topic, `boxes/{serial}/measures`. */
  readonly topic: string;
  readonly payload: Buffer;
}

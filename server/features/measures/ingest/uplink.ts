/** A message as the broker delivered it. */
export interface Uplink {
  /** The box proven by its credentials; without it the serial number identifies the box. */
  readonly box?: number | undefined;
  readonly serial: string;
  /** The whole topic, `boxes/{serial}/measures`. */
  readonly topic: string;
  readonly payload: Buffer;
}

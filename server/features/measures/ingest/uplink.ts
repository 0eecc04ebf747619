/** A message as it came from the broker. */
export interface Uplink {
  /** The box, as its credentials proved; without it the serial number says which one it is. */
  readonly box?: number | undefined;
  readonly serial: string;
  /** The whole topic, `boxes/{serial}/measures`. */
  readonly topic: string;
  readonly payload: Buffer;
}

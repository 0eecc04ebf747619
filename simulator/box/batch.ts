/** Batches of measures in the format of the messages. */
import { METRIC_KEYS, type MetricKey, perMetric } from '@aerowatch/domain/metrics';
import { encode } from 'cbor-x';

export type Encoding = 'json' | 'cbor';

/** The measures of one AERO in columns, each as long as `dt`. */
export type AeroBatch = { aero: number; t0: number; dt: number[] } & Record<MetricKey, (number | null)[]>;
export interface MeasureMessage {
  v: 1;
  boot: number;
  seq: number;
  aeros: AeroBatch[];
}

/** Limit of one message (the protocol). */
export const MESSAGE_BYTES = 256 * 1024;
/** A measure in JSON takes at most about 45 bytes. */
export const USUAL_MEASURES = 4_000;

/** Columns of one AERO while they are filled. */
export class Columns {
  readonly #aero: number;
  #first = 0;
  #last = 0;
  readonly #dt: number[] = [];
  readonly #values = perMetric((): (number | null)[] => []);

  constructor(aero: number) {
    this.#aero = aero;
  }

  get length(): number {
    return this.#dt.length;
  }

  /** Adds a measure; `stamp` in whole seconds since 1970, by the box's own clock. */
  add(stamp: number, values: Readonly<Record<MetricKey, number | null>>): void {
    if (this.#dt.length === 0) this.#first = stamp;
    this.#dt.push(this.#dt.length === 0 ? 0 : stamp - this.#last);
    this.#last = stamp;
    for (const key of METRIC_KEYS) this.#values[key].push(values[key]);
  }

  take(): AeroBatch {
    return { aero: this.#aero, t0: this.#first, dt: this.#dt, ...this.#values };
  }
}

/** The bytes of a message. */
export function encodeMessage(message: unknown, encoding: Encoding): Buffer {
  return encoding === 'cbor' ? encode(message) : Buffer.from(JSON.stringify(message));
}

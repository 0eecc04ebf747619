/** Batches being sent: stored until acknowledged, in the order they were logged. */

import type { Batch, LoggedValues, Logger } from '../history.ts';
import { type Encoding, encodeMessage, MESSAGE_BYTES } from './batch.ts';

export interface OutboxEntry {
  readonly batch: Batch;
  readonly payload: Buffer;
  /** Boot and sequence number after this message, from which a restart continues. */
  readonly boot: number;
  readonly seq: number;
  sent: boolean;
  acknowledged: boolean;
}

export class Outbox {
  /** The newest values logged, by AERO, for the limits that the box watches. */
  newest: Readonly<Record<number, LoggedValues>> = {};
  readonly #logger: Logger;
  readonly #encoding: Encoding;
  readonly #most: number;
  #posted: OutboxEntry[] = [];

  constructor(logger: Logger, encoding: Encoding, most: number) {
    this.#logger = logger;
    this.#encoding = encoding;
    this.#most = most;
  }

  /** Entries that wait for an acknowledgement, oldest first; after a lost connection they are sent again. */
  get waiting(): readonly OutboxEntry[] {
    return this.#posted.filter((post) => !post.acknowledged);
  }

  /** The next message of the samples logged up to `until`. */
  next(until: number): OutboxEntry | undefined {
    const batch = this.#logger.take(until, this.#most);
    if (!batch) return undefined;
    this.newest = { ...this.newest, ...batch.last };
    const payload = encodeMessage(batch.message, this.#encoding);
    if (payload.length > MESSAGE_BYTES)
      throw new RangeError(`A message of ${payload.length} bytes is over the limit: ask for fewer measures.`);
    const post = {
      batch,
      payload,
      boot: this.#logger.boot,
      seq: this.#logger.seq,
      sent: false,
      acknowledged: false,
    };
    this.#posted.push(post);
    return post;
  }

  /** Records an acknowledgement; returns the last entry up to which all are acknowledged, when it changed. */
  acknowledge(post: OutboxEntry): OutboxEntry | undefined {
    post.acknowledged = true;
    let reached: OutboxEntry | undefined;
    while (this.#posted[0]?.acknowledged) reached = this.#posted.shift();
    return reached;
  }
}

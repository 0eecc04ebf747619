import type { Ready } from '../messages/rendered.ts';
import type { Channel } from './store-outbox.ts';

/** What a provider is asked to deliver. */
export interface Delivery {
  /** The same at every attempt: providers and mail programs know a repetition by it. */
  readonly reference: string;
  readonly to: string;
  readonly message: Ready;
}

/** Delivers; answers the provider's own id of the message, if it tells one. Throws a DeliveryError. */
export interface Provider {
  readonly channel: Channel;
  deliver(delivery: Delivery): Promise<string | null>;
  close?(): void;
}

/**
 * `final`: trying again is useless. `unreachable`: the provider saw nothing of the message, and would see
 * nothing of others now.
 */
export class DeliveryError extends Error {
  readonly kind: 'final' | 'later' | 'unreachable';
  constructor(kind: 'final' | 'later' | 'unreachable', message: string) {
    super(message);
    this.kind = kind;
  }
}

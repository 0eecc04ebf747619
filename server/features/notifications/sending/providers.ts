import type { Config } from '../../../config.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Outbound } from '../../../platform/http/outbound/outbound.ts';
import type { RenderedMessage } from '../messages/rendered-message.ts';

/** A message to deliver. */
export interface Delivery {
  /** The same at every attempt: providers and mail programs know a repetition by it. */
  readonly reference: string;
  /** The person it is for, for channels that find the addresses themselves. */
  readonly userId?: number;
  readonly to: string;
  /** Of a channel with formats: what the address takes. */
  readonly format?: string;
  readonly message: RenderedMessage;
}

/** What a provider is made of. */
export interface ProviderTools {
  readonly config: Pick<Config, 'title' | 'publicUrl' | 'mailFrom' | 'smtpUrl' | 'smsUrl' | 'pushContact'>;
  readonly db: Db;
  readonly vault: Vault;
  readonly outbound: Outbound;
}
/** A provider of one channel; undefined when the operator has not set it up. */
export type MakeProvider = (tools: ProviderTools) => Provider | undefined;

/** Delivers; returns the provider's id of the message, if it has one. Throws a DeliveryError. */
export interface Provider {
  deliver(delivery: Delivery): Promise<string | null>;
  close?(): void;
}

/**
 * `final`: trying again is useless. `unreachable`: the provider saw nothing of the message, and would see
 * nothing of others now.
 */
export class DeliveryError extends Error {
  readonly kind: 'final' | 'later' | 'unreachable';
  /** Not before this, as requested by the provider. */
  readonly waitSeconds: number;
  constructor(kind: 'final' | 'later' | 'unreachable', message: string, waitSeconds = 0) {
    super(message);
    this.kind = kind;
    this.waitSeconds = waitSeconds;
  }
}

import type { Config } from '../../../config.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Outbound } from '../../../platform/http/outbound/outbound.ts';
import type { RenderedMessage } from '../messages/rendered-message.ts';

/** A message to deliver. */
export interface Delivery {
  /** The same at every attempt, so that providers and mail programs recognize a repetition. */
  readonly reference: string;
  /** The recipient, for channels that find the addresses themselves. */
  readonly userId?: number;
  readonly to: string;
  /** For a channel with formats: the format of the address. */
  readonly format?: string;
  readonly message: RenderedMessage;
}

/** The dependencies of a provider. */
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
 * `final`: trying again is useless. `unreachable`: the provider received nothing of the message, and would
 * receive no other one now.
 */
export class DeliveryError extends Error {
  readonly kind: 'final' | 'later' | 'unreachable';
  /** Minimum wait, as requested by the provider. */
  readonly waitSeconds: number;
  constructor(kind: 'final' | 'later' | 'unreachable', message: string, waitSeconds = 0) {
    super(message);
    this.kind = kind;
    this.waitSeconds = waitSeconds;
  }
}

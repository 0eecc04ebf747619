import type { ChannelKey } from '@aerowatch/domain/notifications/channels';
import type { Precision } from '@aerowatch/domain/work/precision';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Trx } from '../../platform/database/db.ts';
import { wake } from '../../platform/jobs/jobs.ts';
import { insertMessage } from './store-queue.ts';

/** Woken when a message can be sent; alerts wake NOTIFICATIONS_CHANNEL. */
export const MESSAGES_CHANNEL = 'messages_due';
/** Woken when alerts wait to be gathered into messages. */
export const NOTIFICATIONS_CHANNEL = 'notifications_waiting';

/** Details of an order for its assignee, in their own language. */
export interface AssignedOrder {
  readonly id: number;
  /** Empty: its kind and place are its name. */
  readonly title: string;
  readonly kind: string;
  /** The rule that created it, if no fault names it; empty for none. */
  readonly rule?: string;
  readonly serial_number: string;
  readonly position: number | null;
  readonly precision: Precision;
  readonly due_on: string | null;
}

/**
 * A message to one user that is not about alerts, queued in the caller's transaction and sent by a
 * worker in the user's language, time zone and units.
 */
export type QueuedMail =
  /** "Send me a test" of the preferences; also for users who have not opted in. */
  | { readonly kind: 'test'; readonly userId: number; readonly channel: ChannelKey }
  /** `path` contains the secret of the link: encrypted, and deleted once sent. */
  | { readonly kind: 'reset'; readonly userId: number; readonly path: string; readonly vault: Vault }
  /** Somebody has a new account, created `by` a person: the link with which they choose a password. */
  | {
      readonly kind: 'invitation';
      readonly userId: number;
      readonly path: string;
      readonly vault: Vault;
      readonly by: string;
    }
  /** The same to an address that is to replace the user's present one. */
  | {
      readonly kind: 'email_link';
      readonly userId: number;
      readonly to: string;
      readonly path: string;
      readonly vault: Vault;
    }
  /** To the present address: a change to another `email` was requested. */
  | { readonly kind: 'email_asked'; readonly userId: number; readonly email: string }
  /** To a present or former address of the user: the account now has this `email`. */
  | {
      readonly kind: 'email_changed';
      readonly userId: number;
      readonly to: string;
      readonly email: string;
    }
  /** Somebody's second factors were removed `by` an administrator (empty: by the operator): sent to both. */
  | {
      readonly kind: 'factors_removed';
      readonly userId: number;
      readonly email: string;
      readonly by: string;
    }
  /** Codes of their second factor were tried, last from this address, until the limit was reached. */
  | { readonly kind: 'codes_guessed'; readonly userId: number; readonly address: string; readonly at: Date }
  /** An API key of theirs ends soon, or will unless somebody keeps it because its creator left. */
  | {
      readonly kind: 'key_ending' | 'key_left';
      readonly userId: number;
      readonly name: string;
      readonly prefix: string;
      readonly at: Date;
    }
  /** A webhook of theirs accepted nothing for this many hours and was disabled. */
  | {
      readonly kind: 'webhook_off';
      readonly userId: number;
      readonly url: string;
      readonly hours: number;
    }
  /** The week ahead of their AEROs, as forecast when the message is written. */
  | { readonly kind: 'week_ahead'; readonly userId: number }
  /**
   * Work orders assigned to them `by` somebody (empty: by a program), or open again because measures do not
   * prove the repair, or proposed and not accepted by whom they waited for.
   */
  | {
      readonly kind: 'orders_given';
      /** Cards in addition to the e-mail, for users who want them. */
      readonly channel?: ChannelKey;
      readonly userId: number;
      readonly why: 'handed_over' | 'not_proven' | 'escalated';
      readonly by: string;
      /** Their comment; may be empty. */
      readonly comment: string;
      readonly orders: readonly AssignedOrder[];
    }
  /** Last month's report of a client, created when it is sent. */
  | {
      readonly kind: 'report';
      readonly userId: number;
      readonly client: number;
      readonly month: string;
    }
  /** A file is ready: `path` on the console contains the secret of its link, `name` is that of the file. */
  | {
      readonly kind: 'export';
      readonly userId: number;
      readonly path: string;
      readonly vault: Vault;
      readonly name: string;
      readonly rows?: number;
    };

/** The context to which the encryption of the path is bound. */
export const SEALED_AS = 'messages.payload.path';

/** Queues the mail and returns the id of its row in the outbox. */
export async function queueMail(trx: Trx, mail: QueuedMail): Promise<number> {
  const channel = ('channel' in mail ? mail.channel : undefined) ?? 'email';
  const to = 'to' in mail ? mail.to : undefined;
  const id = await insertMessage(trx, mail.userId, channel, mail.kind, payloadOf(mail), to);
  await wake(trx, MESSAGES_CHANNEL);
  return id;
}

function payloadOf(mail: QueuedMail): Record<string, unknown> {
  if (mail.kind === 'test' || mail.kind === 'week_ahead') return {};
  if (mail.kind === 'orders_given')
    return { why: mail.why, by: mail.by, comment: mail.comment, orders: mail.orders };
  if (mail.kind === 'report') return { client: mail.client, month: mail.month };
  if (mail.kind === 'webhook_off') return { url: mail.url, hours: mail.hours };
  if (mail.kind === 'email_asked' || mail.kind === 'email_changed') return { email: mail.email };
  if (mail.kind === 'factors_removed') return { email: mail.email, by: mail.by };
  if (mail.kind === 'codes_guessed') return { address: mail.address, at: mail.at.toISOString() };
  if ('prefix' in mail) return { name: mail.name, prefix: mail.prefix, at: mail.at.toISOString() };
  const sealed = mail.vault.seal(mail.path, SEALED_AS);
  if (mail.kind === 'invitation') return { sealed, by: mail.by };
  return mail.kind === 'export' ? { sealed, name: mail.name, rows: mail.rows ?? null } : { sealed };
}

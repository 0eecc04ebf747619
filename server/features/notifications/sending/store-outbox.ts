import type { ChannelKey } from '@aerowatch/domain/notifications/channels';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { recordChange } from '../../../platform/events/events.ts';

export interface Message {
  readonly id: number;
  readonly created_at: Date;
  readonly client_id: number | null;
  readonly user_id: number;
  readonly channel: ChannelKey;
  readonly kind:
    | 'alert'
    | 'digest'
    | 'test'
    | 'reset'
    | 'export'
    | 'invitation'
    | 'email_link'
    | 'email_asked'
    | 'email_changed'
    | 'factors_removed'
    | 'codes_guessed'
    | 'key_ending'
    | 'key_left'
    | 'webhook_off'
    | 'week_ahead'
    | 'report'
    | 'orders_given';
  readonly recipient: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Including this one. */
  readonly attempts: number;
  readonly first_attempt_at: Date;
}

/**
 * Messages that take seconds or minutes to draw have separate senders, so that no urgent one waits behind
 * them.
 */
export type Lane = 'swift' | 'drawn';
const DRAWN: readonly Message['kind'][] = ['report'];

/**
 * Takes the oldest due message of a lane: it counts as tried, and becomes due again after `leaseSeconds`
 * should its sender die. While it is taken nothing is added to it.
 */
export async function claimMessage(
  db: Db,
  channel: ChannelKey,
  leaseSeconds: number,
  lane: Lane = 'swift',
): Promise<Message | undefined> {
  const { rows } = await sql<Message>`
    update messages set attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, clock_timestamp()),
      next_attempt_at = clock_timestamp() + ${leaseSeconds} * interval '1 second', updated_at = clock_timestamp(),
      payload = payload - 'unreachable'
    where id = (select id from messages where state = 'queued' and channel = ${channel}
      and (kind = any(${[...DRAWN]}::text[])) = ${lane === 'drawn'} and next_attempt_at <= clock_timestamp() order by id limit 1 for update skip locked)
    returning id, created_at, client_id, user_id, channel, kind, recipient, payload, attempts, first_attempt_at`.execute(
    db,
  );
  return rows[0];
}

/** The result of an attempt. */
export type Outcome =
  | { readonly state: 'sent'; readonly providerId: string | null }
  /** Tried again at `retryAt`; `unreachable`: the provider has received nothing of it. */
  | {
      readonly state: 'queued';
      readonly error: string;
      readonly retryAt: Date;
      readonly unreachable: boolean;
    }
  | { readonly state: 'failed'; readonly error: string }
  /** No provider is configured: no attempt was made. */
  | { readonly state: 'not_sent'; readonly error: string };

/** Records an outcome. Secrets of a link are deleted once it has been sent. */
export async function settleMessage(
  trx: Trx,
  message: Message,
  subject: string,
  outcome: Outcome,
): Promise<void> {
  const error = outcome.state === 'sent' ? null : outcome.error.slice(0, 500);
  const retryAt = outcome.state === 'queued' ? outcome.retryAt : null;
  const unreachable = outcome.state === 'queued' && outcome.unreachable;
  await sql`update messages set state = ${outcome.state}, subject = case when ${subject} = '' then subject else ${subject} end,
      last_error = ${error},
      next_attempt_at = coalesce(${retryAt}, next_attempt_at),
      sent_at = case when ${outcome.state === 'sent'} then clock_timestamp() end,
      provider_id = ${outcome.state === 'sent' ? outcome.providerId : null},
      attempts = attempts - ${outcome.state === 'not_sent' ? 1 : 0}::int,
      first_attempt_at = case when ${outcome.state === 'not_sent'} then null else first_attempt_at end,
      payload = case when ${outcome.state === 'sent'} then payload - 'sealed' - 'path'
        when ${unreachable} then payload || '{"unreachable": true}' else payload end,
      updated_at = clock_timestamp()
    where id = ${message.id}`.execute(trx);
  await recordChange(trx, {
    entity: 'notifications',
    type: 'updated',
    id: message.id,
    clientId: message.client_id,
  });
}

/** Makes messages due now, in order, that waited for a provider which is available again. */
export async function releaseUnreachable(db: Db, channel: ChannelKey): Promise<void> {
  await sql`update messages set next_attempt_at = clock_timestamp() where state = 'queued' and channel = ${channel}
    and payload ? 'unreachable'`.execute(db);
}

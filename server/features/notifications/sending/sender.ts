import { addressKindOf, type ChannelKey, ownAddressOf } from '@aerowatch/domain/notifications/channels';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { backoff } from '../../../platform/load/backoff.ts';
import type { Log } from '../../../platform/log/log.ts';
import { missingCode, ownAddressAt } from '../../outbox/store-channels.ts';
import { renderMessage } from '../messages/render.ts';
import { NotToBeSent, type RenderedMessage, type Site } from '../messages/rendered-message.ts';
import { DeliveryError, type Provider } from './providers.ts';
import {
  claimMessage,
  type Lane,
  type Message,
  type Outcome,
  releaseUnreachable,
  settleMessage,
} from './store-outbox.ts';

export interface SenderParts {
  readonly db: Db;
  readonly vault: Vault;
  readonly site: Site;
  readonly channel: ChannelKey;
  /** None when the channel is not configured. */
  readonly provider: Provider | undefined;
  /** Which messages of the channel it sends. */
  readonly lane?: Lane;
  /** First wait after a failure; doubled each time, up to the lane's maximum. */
  readonly firstWaitSeconds?: number;
  /** Time after which a sender without an outcome counts as dead. Longer than any attempt takes. */
  readonly leaseSeconds?: number;
  readonly random?: () => number;
  readonly log?: Log;
}

const GIVE_UP_HOURS = 24;
/** Seconds. Drawing takes long, especially on a busy machine, and is not repeated every few minutes. */
const LANES: Readonly<Record<Lane, { firstWait: number; maxWait: number; lease: number }>> = {
  swift: { firstWait: 10, maxWait: 300, lease: 120 },
  drawn: { firstWait: 300, maxWait: 7200, lease: 3600 },
};

/** Sends the messages of one lane of a channel one after another, oldest first. */
export function makeSender(parts: SenderParts): { sendNext(): Promise<number> } {
  const { db, channel, lane = 'swift' } = parts;
  let pausedUntil = 0;
  let wasAway = false;

  async function sendNext(): Promise<number> {
    // While the provider is unavailable one message probes it; the others keep their place behind it.
    if (Date.now() < pausedUntil) return 0;
    const message = await claimMessage(db, channel, parts.leaseSeconds ?? LANES[lane].lease, lane);
    if (message === undefined) return 0;
    const { subject, outcome } = await attempt(parts, message);
    await transaction(db, (trx) => settleMessage(trx, message, subject, outcome));
    // Without address and text, because people's data must not be in logs.
    if (outcome.state !== 'sent')
      parts.log?.warn(
        {
          message: message.id,
          channel,
          state: outcome.state,
          attempts: message.attempts,
          reason: outcome.error,
        },
        'a message was not delivered',
      );
    // Separate addresses say nothing about each other.
    if (!sharesGateway(channel)) return 1;
    if (outcome.state === 'queued' && outcome.unreachable) {
      pausedUntil = outcome.retryAt.getTime();
      wasAway = true;
    } else if (wasAway && outcome.state === 'sent') {
      wasAway = false;
      await releaseUnreachable(db, channel);
    }
    return 1;
  }

  return { sendNext };
}

/** Whether all messages of a channel use the same gateway: when it is unavailable, it is so for all. */
const sharesGateway = (channel: ChannelKey): boolean => ['email', 'phone'].includes(addressKindOf(channel));

async function attempt(parts: SenderParts, message: Message): Promise<{ subject: string; outcome: Outcome }> {
  let ready: RenderedMessage | undefined;
  try {
    ready = await renderMessage(parts.db, parts.vault, parts.site, message);
    const outcome = await deliver(parts, message, ready);
    return { subject: ready.subject, outcome };
  } catch (error) {
    const subject = ready?.subject ?? '';
    if (error instanceof NotToBeSent) return { subject, outcome: { state: 'failed', error: error.message } };
    return { subject, outcome: failed(parts, message, error as Error) };
  }
}

async function deliver(parts: SenderParts, message: Message, ready: RenderedMessage): Promise<Outcome> {
  const { channel, provider } = parts;
  if (!provider) return { state: 'not_sent', error: `notify_${channel}_off` };
  const to = await destinationOf(parts, message);
  if (to === undefined) return { state: 'failed', error: missingCode(channel) };
  const reference = referenceOf(message);
  return {
    state: 'sent',
    providerId: await provider.deliver({ reference, userId: message.user_id, ...to, message: ready }),
  };
}

/** A channel's own address is the user's present one, because the outbox contains no secrets. */
async function destinationOf(
  { db, vault, channel }: SenderParts,
  message: Message,
): Promise<{ to: string; format?: string } | undefined> {
  if (ownAddressOf(channel) !== null) return ownAddressAt(db, vault, message.user_id, channel);
  return message.recipient === '' ? undefined : { to: message.recipient };
}

function failed(parts: SenderParts, message: Message, error: Error): Outcome {
  const kind = error instanceof DeliveryError ? error.kind : 'later';
  if (kind === 'final') return { state: 'failed', error: error.message };
  const age = Date.now() - message.first_attempt_at.getTime();
  if (age > GIVE_UP_HOURS * 3_600_000)
    return { state: 'failed', error: `notify_gave_up|${GIVE_UP_HOURS}|${error.message}` };
  const { firstWait, maxWait } = LANES[parts.lane ?? 'swift'];
  const wait = waitSeconds(
    message.attempts,
    parts.firstWaitSeconds ?? firstWait,
    (parts.random ?? Math.random)(),
    maxWait,
  );
  const minimum = error instanceof DeliveryError ? error.waitSeconds : 0;
  const retryAt = new Date(Date.now() + Math.max(wait, minimum) * 1000);
  return { state: 'queued', error: error.message, retryAt, unreachable: kind === 'unreachable' };
}

/** Doubles with each attempt up to the maximum; a random half keeps retries from coinciding. */
export function waitSeconds(attempts: number, first: number, random: number, most = 300): number {
  return backoff(attempts, first, most) * (0.5 + random / 2);
}

/** Stable over all attempts, and unique across installations. */
export function referenceOf(message: Pick<Message, 'id' | 'created_at'>): string {
  return `${message.id}.${message.created_at.getTime().toString(36)}`;
}

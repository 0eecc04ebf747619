import { HOUR } from '@aerowatch/domain/durations';
import {
  WEBHOOK_HOURS,
  WEBHOOK_PATIENCE,
  webhookPause,
} from '@aerowatch/domain/notifications/webhook-events';
import type { Vault } from '../../platform/crypto/vault.ts';
import { type Db, type Trx, transaction } from '../../platform/database/db.ts';
import { recordChange } from '../../platform/events/events.ts';
import { type Outbound, type OutboundAnswer, OutboundError } from '../../platform/http/outbound/outbound.ts';
import { queueMail } from '../outbox/queue.ts';
import { sealedSecretAs } from './secrets.ts';
import { signatureHeaders } from './signature.ts';
import {
  type Attempt,
  claimDelivery,
  type DeliveryClaim,
  recordAttempt,
  settleDelivered,
  settleFailed,
  switchOff,
} from './store-deliveries.ts';

export interface DelivererParts {
  readonly db: Db;
  readonly vault: Vault;
  readonly outbound: Outbound;
  readonly now?: () => number;
  readonly random?: () => number;
  /** Factor for pauses, so that tests need not wait. */
  readonly pace?: number;
}

/** Longer than any attempt takes. */
const LEASE = 60;
/** Number of characters of an answer that are stored. */
const KEPT = 500;
/** Answers that concern this delivery only: others continue. */
const OF_THE_BODY = new Set([400, 404, 405, 406, 409, 411, 413, 414, 415, 422]);

/** Sends the next delivery that is due; 0 when there is none. */
export async function deliverNext(parts: DelivererParts): Promise<number> {
  const claimed = await claimDelivery(parts.db, LEASE);
  if (claimed === undefined) return 0;
  const { attempt, wait } = await attemptOf(parts, claimed);
  await transaction(parts.db, async (trx) => {
    await recordAttempt(trx, claimed.id, attempt);
    if (attempt.error === null) await settleDelivered(trx, claimed, attempt.status ?? 0);
    else await fail(trx, parts, claimed, attempt, wait);
  });
  return 1;
}

interface Tried {
  readonly attempt: Attempt;
  /** Seconds the endpoint asked to wait. */
  readonly wait: number;
}

async function attemptOf(parts: DelivererParts, claimed: DeliveryClaim): Promise<Tried> {
  const { vault, outbound, now = Date.now } = parts;
  const began = now();
  const secrets = [claimed.secret, claimed.previous_secret].flatMap((sealed) =>
    sealed === null ? [] : [vault.open(sealed, sealedSecretAs(claimed.webhook_id))],
  );
  const headers = {
    'Content-Type': 'application/cloudevents+json; charset=utf-8',
    'User-Agent': 'AeroWatch',
    ...signatureHeaders(secrets, claimed.event, new Date(began), claimed.body),
  };
  try {
    const answer = await outbound.post(claimed.url, headers, claimed.body);
    return { attempt: judged(answer, now() - began), wait: retryAfter(answer, now()) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const attempt = { durationMs: now() - began, status: null, error: error.message, answer: '' };
    return { attempt, wait: 0 };
  }
}

function judged({ status, text }: OutboundAnswer, durationMs: number): Attempt {
  const taken = status >= 200 && status < 300;
  // PostgreSQL text cannot hold U+0000.
  const answer = text.slice(0, KEPT).replaceAll('\u0000', '');
  return { durationMs, status, error: taken ? null : `HTTP ${status}`, answer };
}

/** Seconds of Retry-After, at most a day; 0 without. */
function retryAfter({ headers }: OutboundAnswer, now: number): number {
  const text = headers['retry-after'];
  if (text === undefined) return 0;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 86_400) : 0;
}

async function fail(
  trx: Trx,
  parts: DelivererParts,
  claimed: DeliveryClaim,
  { status, error }: Attempt,
  wait: number,
): Promise<void> {
  const { now = Date.now, random = Math.random, pace = 1 } = parts;
  const pause = Math.max(webhookPause(claimed.attempts, random()) * pace, wait) * 1000;
  const over = now() - claimed.first_attempt_at.getTime() + pause > WEBHOOK_HOURS * HOUR;
  const endpoint = status === null || !OF_THE_BODY.has(status);
  const retryAt = over ? null : new Date(now() + pause);
  const since = await settleFailed(trx, claimed, {
    status,
    error: error ?? '',
    retryAt,
    endpoint,
    pausedUntil: pausedUntil(claimed.failures + 1, parts, wait),
  });
  // 410: the endpoint reports that it no longer exists.
  const dead = status === 410 || (since !== null && now() - since.getTime() > WEBHOOK_HOURS * HOUR);
  if (dead) await endOf(trx, claimed.webhook_id);
}

/** How long to pause an endpoint after consecutive failures: at most a quarter of an hour. */
function pausedUntil(
  failures: number,
  { now = Date.now, random = Math.random, pace = 1 }: DelivererParts,
  wait: number,
) {
  if (failures < WEBHOOK_PATIENCE && wait === 0) return null;
  const pause = webhookPause(Math.max(failures - WEBHOOK_PATIENCE + 1, 1), random()) * pace * 1000;
  return new Date(now() + Math.max(Math.min(pause, HOUR / 4), wait * 1000));
}

async function endOf(trx: Trx, webhook: number): Promise<void> {
  const off = await switchOff(trx, webhook);
  if (off === undefined) return;
  for (const userId of off.owners)
    await queueMail(trx, { kind: 'webhook_off', userId, url: off.url, hours: WEBHOOK_HOURS });
  await recordChange(trx, { entity: 'webhooks', type: 'updated', id: webhook, clientId: off.client });
}

import type { WebhookEvent } from '@aerowatch/domain/notifications/webhook-events';
import { WEBHOOK_KEPT_DAYS, WEBHOOK_PATIENCE } from '@aerowatch/domain/notifications/webhook-events';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import type { Language } from '../../platform/viewer.ts';

export interface PendingEvent {
  readonly id: number;
  readonly client: number;
  readonly language: Language;
  readonly type: WebhookEvent;
  readonly resource_id: number;
  readonly event: string;
  readonly at: Date;
}

/** Deliveries without a body, oldest first. Acts for the server itself. */
export async function unwrittenDeliveries(db: Db): Promise<PendingEvent[]> {
  const { rows } = await sql<PendingEvent>`
    select d.id, w.client_id as client, w.language, e.type, e.resource_id, e.event_id as event, e.at
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id join webhook_events e on e.id = d.event_id
    where d.body is null order by d.id limit 500`.execute(db);
  return rows;
}

export async function writeBodies(db: Db, bodies: readonly { id: number; body: string }[]): Promise<void> {
  await sql`update webhook_deliveries d set body = t.body
    from unnest(${bodies.map(({ id }) => id)}::int[], ${bodies.map(({ body }) => body)}::text[]) as t (id, body)
    where d.id = t.id and d.body is null`.execute(db);
}

export interface DeliveryClaim {
  readonly id: number;
  readonly webhook_id: number;
  readonly client_id: number;
  readonly url: string;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly event: string;
  readonly body: string;
  /** Including this one. */
  readonly attempts: number;
  readonly first_attempt_at: Date;
  /** Consecutive failures of the webhook before this attempt. */
  readonly failures: number;
}

/**
 * Takes the next delivery that may be sent: of each resource only the oldest, so that a webhook receives its
 * events in order; of a webhook that failed several times in a row only one, as a probe. Due again after
 * `leaseSeconds` in case its sender dies.
 */
export async function claimDelivery(db: Db, leaseSeconds: number): Promise<DeliveryClaim | undefined> {
  const { rows } = await sql<DeliveryClaim>`
    with next as (
      select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
      where d.state = 'queued' and d.body is not null and d.next_attempt_at <= clock_timestamp() and w.enabled
        and (w.paused_until is null or w.paused_until <= clock_timestamp())
        and not exists (select from webhook_deliveries b where b.webhook_id = d.webhook_id and b.resource = d.resource
          and b.state = 'queued' and b.event_id < d.event_id)
      order by d.next_attempt_at, d.id limit 1 for update of d skip locked),
    held as (
      update webhooks w set paused_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from webhook_deliveries d where d.id = (select id from next) and w.id = d.webhook_id and w.failures >= ${WEBHOOK_PATIENCE} returning w.id)
    update webhook_deliveries d set attempts = d.attempts + 1, first_attempt_at = coalesce(d.first_attempt_at, clock_timestamp()),
      next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from next, webhooks w, webhook_events e
    where d.id = next.id and w.id = d.webhook_id and e.id = d.event_id
    returning d.id, d.webhook_id, w.client_id, w.url, w.secret,
      case when w.previous_until > clock_timestamp() then w.previous_secret end as previous_secret,
      e.event_id as event, d.body, d.attempts, d.first_attempt_at, w.failures`.execute(db);
  return rows[0];
}

export interface Attempt {
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string;
}

export async function recordAttempt(trx: Trx, delivery: number, attempt: Attempt): Promise<void> {
  await trx
    .insertInto('webhook_attempts')
    .values({
      delivery_id: delivery,
      duration_ms: attempt.durationMs,
      status: attempt.status,
      error: attempt.error,
      answer: attempt.answer,
    })
    .execute();
}

/** Delivered. A webhook that had failed has recovered: its waiting deliveries are sent at once. */
export async function settleDelivered(
  trx: Trx,
  { id, webhook_id }: DeliveryClaim,
  status: number,
): Promise<void> {
  await sql`update webhook_deliveries set state = 'delivered', delivered_at = clock_timestamp(), last_status = ${status}, last_error = null
    where id = ${id}`.execute(trx);
  const { rows } = await sql<{ was: number }>`
    with before as (select id, failures from webhooks where id = ${webhook_id} for no key update)
    update webhooks w set failures = 0, failing_since = null, paused_until = null, last_error = null, last_success_at = clock_timestamp()
    from before where w.id = before.id returning before.failures as was`.execute(trx);
  if ((rows[0]?.was ?? 0) >= WEBHOOK_PATIENCE)
    await sql`update webhook_deliveries set next_attempt_at = clock_timestamp(), unreachable = false
      where webhook_id = ${webhook_id} and state = 'queued' and unreachable`.execute(trx);
}

export interface Failure {
  readonly status: number | null;
  readonly error: string;
  readonly retryAt: Date | null;
  /** The failure concerns the endpoint, not only this delivery. */
  readonly endpoint: boolean;
  readonly pausedUntil: Date | null;
}

/** Not delivered: retried, or given up when `retryAt` is null. Returns since when the webhook has been failing. */
export async function settleFailed(trx: Trx, claimed: DeliveryClaim, failure: Failure): Promise<Date | null> {
  const { status, error, retryAt, endpoint, pausedUntil } = failure;
  await sql`update webhook_deliveries set state = ${retryAt === null ? 'failed' : 'queued'}, next_attempt_at = coalesce(${retryAt}, next_attempt_at),
      unreachable = ${endpoint}, last_status = ${status}, last_error = ${error} where id = ${claimed.id}`.execute(
    trx,
  );
  if (!endpoint) {
    await sql`update webhooks set paused_until = null, last_error = ${error} where id = ${claimed.webhook_id}`.execute(
      trx,
    );
    return null;
  }
  const { rows } = await sql<{ failing_since: Date }>`
    update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, clock_timestamp()),
      paused_until = ${pausedUntil}, last_error = ${error}
    where id = ${claimed.webhook_id} returning failing_since`.execute(trx);
  return rows[0]?.failing_since ?? null;
}

/** Disables a dead webhook; its deliveries fail. Returns whom to notify: its creator, else its client's managers. */
export async function switchOff(
  trx: Trx,
  webhook: number,
): Promise<{ url: string; client: number; owners: number[] } | undefined> {
  const { rows } = await sql<{ url: string; client: number; owners: number[] }>`
    with off as (update webhooks set enabled = false, disabled_at = clock_timestamp(), updated_at = clock_timestamp(), paused_until = null
        where id = ${webhook} and enabled returning id, url, client_id, created_by),
      owner as (select u.id from off join users u on u.id = off.created_by and u.is_active),
      managers as (select u.id from off join users u on u.client_id = off.client_id and u.is_active
        join user_groups g on g.user_id = u.id and g.group_id = 1)
    select url, client_id as client,
      (select coalesce(array_agg(id), '{}') from (select id from owner union all select id from managers where not exists (select from owner)) t) as owners
    from off`.execute(trx);
  if (rows[0] !== undefined)
    await sql`update webhook_deliveries set state = 'failed' where webhook_id = ${webhook} and state = 'queued'`.execute(
      trx,
    );
  return rows[0];
}

/** Deletes expired events and their deliveries. */
export async function forgetEvents(db: Db): Promise<void> {
  await sql`delete from webhook_events where at < now() - make_interval(days => ${WEBHOOK_KEPT_DAYS})`.execute(
    db,
  );
}

import { WEBHOOK_EVENTS, type WebhookEvent } from '@aerowatch/domain/notifications/webhook-events';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { wake } from '../../platform/jobs/jobs.ts';

/** Notified when there are events for webhooks. */
export const WEBHOOKS_CHANNEL = 'webhooks_due';

/** An event that happened to one resource. */
export interface PublishedEvent {
  readonly type: WebhookEvent;
  readonly id: number;
  /** Its client; events without a client are sent to nobody. */
  readonly clientId: number | null;
}

/**
 * Queues events for the webhooks of their clients, in the transaction of their cause. Stored for disabled
 * webhooks too, which may request missed events.
 */
export async function publishEvents(trx: Db, events: readonly PublishedEvent[]): Promise<void> {
  const owned = events.filter(({ clientId }) => clientId !== null);
  if (owned.length === 0) return;
  const { rows } = await sql<{ queued: number }>`
    with happened as (select * from unnest(${owned.map(({ type }) => type)}::text[], ${owned.map(({ type }) => WEBHOOK_EVENTS[type])}::text[],
        ${owned.map(({ id }) => id)}::int[], ${owned.map(({ clientId }) => clientId)}::int[]) with ordinality as t (type, entity, resource_id, client_id, place)),
      wanted as (select h.* from happened h where exists (select from webhooks w where w.client_id = h.client_id and h.type = any(w.events))),
      kept as (insert into webhook_events (client_id, type, resource_id) select client_id, type, resource_id from wanted order by place
        returning id, client_id, type, resource_id),
      queued as (insert into webhook_deliveries (webhook_id, event_id, resource)
        select w.id, k.id, (select entity from happened h where h.type = k.type limit 1) || ':' || k.resource_id
        from kept k join webhooks w on w.client_id = k.client_id and k.type = any(w.events) and w.enabled order by k.id returning id)
    select count(*)::int as queued from queued`.execute(trx);
  if ((rows[0]?.queued ?? 0) > 0) await wake(trx, WEBHOOKS_CHANNEL);
}

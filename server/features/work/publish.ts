import type { WebhookEvent } from '@aerowatch/domain/notifications/webhook-events';
import type { Trx } from '../../platform/database/db.ts';
import { publishEvents } from '../outbox/store-events.ts';
import type { WorkOrderRow } from './store.ts';

/** Publishes order events to webhooks. */
export function publishOrders(
  trx: Trx,
  type: Extract<WebhookEvent, `work_order.${string}`>,
  rows: readonly WorkOrderRow[],
): Promise<void> {
  return publishEvents(
    trx,
    rows.map(({ id, client_id }) => ({ type, id, clientId: client_id })),
  );
}

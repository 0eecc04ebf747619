import { notificationsList, notificationsRetry } from '@aerowatch/contracts/api/console';
import type { ResponseOf } from '@aerowatch/contracts/endpoint';
import { isMessageCode, translateMessage } from '@aerowatch/i18n/translate-message';
import type { Parts } from '../../../parts.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { Conflict } from '../../../platform/errors.ts';
import { recordChange } from '../../../platform/events/events.ts';
import { listRoute } from '../../../platform/http/list-route.ts';
import { changeRoute, type Route } from '../../../platform/http/route.ts';
import { wake } from '../../../platform/jobs/jobs.ts';
import type { Language } from '../../../platform/viewer.ts';
import { MESSAGES_CHANNEL } from '../../outbox/queue.ts';
import * as store from './store.ts';

type Notification = ResponseOf<typeof notificationsRetry>;

/** Our own reasons are translated; a provider's are its own words. */
export function presentNotification(row: store.NotificationRow, language: Language): Notification {
  const error = row.last_error;
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    alerts: row.alerts,
    alert: row.alerts[0] ?? null,
    user: row.user_id,
    user_name: row.user_name,
    recipient: row.recipient,
    channel: row.channel,
    kind: row.kind,
    state: row.state,
    attempts: row.attempts,
    last_error: error !== null && isMessageCode(error) ? translateMessage(error, language) : error,
    next_attempt_at: row.state === 'queued' ? row.next_attempt_at.toISOString() : null,
    sent_at: row.sent_at?.toISOString() ?? null,
    subject: row.subject,
  };
}

export const notificationRoutes = ({ db }: Parts): Route[] => [
  listRoute(db, notificationsList, store.listNotifications, (row, { language }) =>
    presentNotification(row, language),
  ),
  changeRoute(db, notificationsRetry, async (trx, { viewer, params, language }) => {
    const row = await store.notificationForUpdate(trx, viewer, params.id);
    if (row.state !== 'failed' && row.state !== 'not_sent') throw new Conflict('notify_not_failed');
    await store.requeue(trx, row.id);
    await wake(trx, MESSAGES_CHANNEL);
    await recordAudit(trx, viewer, {
      action: 'retry',
      entity: 'notifications',
      id: row.id,
      name: row.subject || row.kind,
      clientId: row.client_id,
    });
    await recordChange(trx, {
      entity: 'notifications',
      type: 'updated',
      id: row.id,
      clientId: row.client_id,
    });
    const [after] = await store.notificationsByIds(trx, viewer, [row.id]);
    return presentNotification(after!, language);
  }),
];

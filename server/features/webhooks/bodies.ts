import { WEBHOOK_EVENTS, type WebhookEvent } from '@aerowatch/domain/notifications/webhook-events';
import type { Db } from '../../platform/database/db.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Language, UserViewer } from '../../platform/viewer.ts';
import { type PendingEvent, unwrittenDeliveries, writeBodies } from './store-deliveries.ts';

/** What a member of the client may read, in the webhook's language. */
const readerOf = (clientId: number, language: Language): UserViewer => ({
  kind: 'user',
  id: 0,
  clientId,
  level: 'member',
  language,
  timeZone: 'UTC',
  unitSystem: 'metric',
  email: '',
  name: '',
  tokenId: null,
  confirmedAt: null,
  limited: null,
});

/**
 * Writes the bodies of new deliveries, once: a CloudEvent 1.0 whose data is the resource as the API returns
 * it. For a resource deleted in the meantime only the id remains.
 */
export async function writeNextBodies(db: Db, events: Events, publicUrl: string): Promise<number> {
  const due = await unwrittenDeliveries(db);
  const groups = Map.groupBy(due, (one) => `${one.client} ${one.language} ${WEBHOOK_EVENTS[one.type]}`);
  for (const group of groups.values()) {
    const { client, language, type } = group[0]!;
    const ids = [...new Set(group.map(({ resource_id }) => resource_id))];
    const found = await events.load(WEBHOOK_EVENTS[type], readerOf(client, language), ids);
    const byId = new Map(found.map((resource) => [resource.id, resource]));
    await writeBodies(
      db,
      group.map((one) => ({
        id: one.id,
        body: JSON.stringify(cloudEvent(one, publicUrl, byId.get(one.resource_id))),
      })),
    );
  }
  return due.length;
}

/** CloudEvents 1.0.2, structured mode (application/cloudevents+json). */
function cloudEvent(one: PendingEvent, publicUrl: string, data: object | undefined) {
  return {
    specversion: '1.0',
    id: one.event,
    source: publicUrl,
    type: one.type satisfies WebhookEvent,
    subject: `${WEBHOOK_EVENTS[one.type]}/${one.resource_id}`,
    time: one.at.toISOString(),
    datacontenttype: 'application/json',
    data: data ?? { id: one.resource_id },
  };
}

import {
  WEBHOOK_EVENT_KEYS,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '@aerowatch/domain/notifications/webhook-events';
import type { Json } from './schemas.ts';

/** The named schema of `data`. */
const NOUN_OF: Readonly<Record<(typeof WEBHOOK_EVENTS)[WebhookEvent], string>> = {
  alerts: 'Alert',
  diagnostics: 'Diagnosis',
  boxes: 'Box',
  work_orders: 'WorkOrder',
  rollouts: 'Rollout',
};
const text = (description: string, example: string) => ({ type: 'string', description, examples: [example] });
const signed = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
});

/** What the console sends to the addresses registered at `/webhooks/`: CloudEvents 1.0, signed as Standard Webhooks. */
export function webhooksOf(): Json {
  return Object.fromEntries(WEBHOOK_EVENT_KEYS.map((event) => [event, { post: delivery(event) }]));
}

function delivery(event: WebhookEvent): Json {
  return {
    operationId: `webhook.${event}`,
    tags: ['Webhooks'],
    summary: `${event}: sent at least once, in order for each resource`,
    parameters: [
      signed('webhook-id', 'Id of the event, the same across retries and replays', '0198c0de-7b1e-7f3a'),
      signed('webhook-timestamp', 'When it was sent, seconds since 1970', '1773468000'),
      signed('webhook-signature', 'HMAC-SHA-256 over id, timestamp and body, Base64', 'v1,kX0…='),
    ],
    requestBody: {
      required: true,
      content: { 'application/cloudevents+json': { schema: cloudEvent(event) } },
    },
    responses: {
      '2XX': { description: 'Delivered; any other answer is tried again for 72 hours' },
      410: { description: 'Switches the webhook off' },
    },
  };
}

const cloudEvent = (event: WebhookEvent): Json => ({
  type: 'object',
  required: ['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'data'],
  properties: {
    specversion: { const: '1.0', description: 'Version of CloudEvents', examples: ['1.0'] },
    id: text('Id of the event', '0198c0de-7b1e-7f3a-9d0c-2f6f1f1f2c3d'),
    source: text('Address of this console', 'https://console.example.org'),
    type: { const: event, description: 'The event', examples: [event] },
    subject: text('Collection and id of the resource', `${WEBHOOK_EVENTS[event]}/12`),
    time: { ...text('When it happened', '2026-03-14T06:00:00.000Z'), format: 'date-time' },
    datacontenttype: {
      const: 'application/json',
      description: 'Type of `data`',
      examples: ['application/json'],
    },
    data: {
      description: 'The resource as the API answers it; of a deleted one its id alone',
      anyOf: [
        { $ref: `#/components/schemas/${NOUN_OF[WEBHOOK_EVENTS[event]]}` },
        {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'integer', description: 'Id of the resource', examples: [12] } },
        },
      ],
    },
  },
});

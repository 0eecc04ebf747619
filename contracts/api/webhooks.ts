import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { WEBHOOK_EVENT_KEYS } from '@aerowatch/domain/notifications/webhook-events';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byChange,
  flag,
  id,
  idList,
  instant,
  integer,
  listQuery,
  oneOf,
  optionalText,
  page,
  stamps,
  time,
} from '../fields.ts';

const DELIVERY_STATES = ['queued', 'delivered', 'failed'] as const;
export const webhook = z.object({
  id: integer,
  ...stamps,
  client: integer,
  /** Unmasked: whoever may read it may also change it. */
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_KEYS)),
  /** Language of the texts in `data`. */
  language: z.enum(LANGUAGE_KEYS),
  enabled: z.boolean(),
  created_by: integer.nullable(),
  last_success_at: instant.nullable(),
  /** Since when deliveries have been failing; null while they succeed. */
  failing_since: instant.nullable(),
  last_error: z.string().nullable(),
  /** When it was disabled after 72 hours of failed deliveries. */
  disabled_at: instant.nullable(),
  queued: integer,
  failed: integer,
});
export type Webhook = z.infer<typeof webhook>;

const address = z
  .string({ error: 'required' })
  .trim()
  .min(1, 'required')
  .max(TEXT_LENGTHS.webhook.url, `max_length|${TEXT_LENGTHS.webhook.url}`)
  .regex(/^https?:\/\/\S+$/i, 'webhook_url');
const events = z
  .array(oneOf(WEBHOOK_EVENT_KEYS))
  .min(1, 'required')
  .max(WEBHOOK_EVENT_KEYS.length, `max_items|${WEBHOOK_EVENT_KEYS.length}`)
  .refine((list) => new Set(list).size === list.length, 'duplicate');
const fields = {
  url: address,
  description: optionalText(TEXT_LENGTHS.webhook.description),
  events,
  language: oneOf(LANGUAGE_KEYS),
  enabled: z.boolean('not_boolean'),
};
const base = { tag: 'Webhooks', level: 'privileged' } as const;

export const webhooksList = endpoint({
  ...base,
  name: 'webhooks.list',
  method: 'GET',
  path: '/webhooks/',
  summary: 'Webhooks: who is told of what happens; their secrets are never shown again',
  query: listQuery(['id', 'url', 'client', 'created_at', 'updated_at', 'enabled'], {
    ...byChange,
    client: idList.optional(),
    enabled: flag.optional(),
  }),
  response: page(webhook),
});
export const webhooksGet = endpoint({
  ...base,
  name: 'webhooks.get',
  method: 'GET',
  path: '/webhooks/{id}/',
  resource: 'webhook',
  summary: 'One webhook',
  response: webhook,
});
export const webhooksCreate = endpoint({
  ...base,
  name: 'webhooks.create',
  confirm: true,
  method: 'POST',
  path: '/webhooks/',
  status: 201,
  summary: 'Create a webhook; its secret is in this answer only',
  body: z
    .strictObject({ ...fields, client: id })
    .partial()
    .required({ url: true, events: true }),
  response: webhook.extend({ secret: z.string() }),
});
export const webhooksPatch = endpoint({
  ...base,
  name: 'webhooks.patch',
  confirm: true,
  method: 'PATCH',
  path: '/webhooks/{id}/',
  resource: 'webhook',
  errors: [412],
  summary: 'Change a webhook, switch it off or on',
  body: z.strictObject(fields).partial(),
  response: webhook,
});
export const webhooksDelete = endpoint({
  ...base,
  name: 'webhooks.delete',
  confirm: 'ends',
  method: 'DELETE',
  path: '/webhooks/{id}/',
  resource: 'webhook',
  errors: [412],
  summary: 'Delete a webhook with its deliveries',
});
export const webhooksSecret = endpoint({
  ...base,
  name: 'webhooks.secret',
  confirm: true,
  method: 'POST',
  path: '/webhooks/{id}/secret/',
  resource: 'webhook',
  summary: 'A new secret, shown once; the former one signs beside it for a day',
  body: z.strictObject({}).optional(),
  response: z.object({ secret: z.string() }),
});

const attempt = z.object({
  at: instant,
  duration_ms: integer,
  status: integer.nullable(),
  error: z.string().nullable(),
  /** The beginning of the answer's body. */
  answer: z.string(),
});
const delivery = z.object({
  id: integer,
  webhook: integer,
  /** The same across retries and replays: `webhook-id`, and `id` of the event. */
  event: z.string(),
  type: z.enum(WEBHOOK_EVENT_KEYS),
  resource: integer,
  at: instant,
  state: z.enum(DELIVERY_STATES),
  next_attempt_at: instant.nullable(),
  delivered_at: instant.nullable(),
  attempts: z.array(attempt),
});
export const webhooksDeliveries = endpoint({
  ...base,
  name: 'webhooks.deliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries/',
  resource: 'webhook',
  summary: 'What a webhook was told, newest first, with every attempt',
  query: listQuery(['id'], { state: oneOf(DELIVERY_STATES).optional() }),
  response: page(delivery),
});
export const webhooksReplay = endpoint({
  ...base,
  name: 'webhooks.replay',
  confirm: 'daily',
  method: 'POST',
  path: '/webhooks/{id}/replay/',
  resource: 'webhook',
  summary: 'Send one event again, or all since a time (kept for 30 days), with their ids',
  body: z
    .strictObject({ event: z.uuid('event_id').optional(), since: time.optional() })
    .refine((body) => (body.event === undefined) !== (body.since === undefined), 'webhook_replay'),
  response: z.object({ queued: integer }),
});

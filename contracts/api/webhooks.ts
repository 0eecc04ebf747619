import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { WEBHOOK_EVENT_KEYS } from '@aerowatch/domain/webhook-events';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, idList, listQuery, oneOf, optionalText, page, stamps, time } from '../fields.ts';

const DELIVERY_STATES = ['queued', 'delivered', 'failed'] as const;
export const webhook = z.object({
  id: z.number(),
  ...stamps,
  client: z.number(),
  /** Unmasked: whoever may read it may change it. */
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_KEYS)),
  /** Language of the texts in `data`. */
  language: z.enum(LANGUAGE_KEYS),
  enabled: z.boolean(),
  created_by: z.number().nullable(),
  last_success_at: z.string().nullable(),
  /** Since when deliveries have been failing; null while they succeed. */
  failing_since: z.string().nullable(),
  last_error: z.string().nullable(),
  /** When it was disabled after 72 hours of failed deliveries. */
  disabled_at: z.string().nullable(),
  queued: z.number(),
  failed: z.number(),
});
export type Webhook = z.infer<typeof webhook>;

const address = z
  .string({ error: 'required' })
  .trim()
  .min(1, 'required')
  .max(1000, 'max_length|1000')
  .regex(/^https?:\/\/\S+$/i, 'webhook_url');
const events = z
  .array(oneOf(WEBHOOK_EVENT_KEYS))
  .min(1, 'required')
  .max(WEBHOOK_EVENT_KEYS.length, `max_items|${WEBHOOK_EVENT_KEYS.length}`)
  .refine((list) => new Set(list).size === list.length, 'duplicate');
const fields = {
  url: address,
  description: optionalText(200),
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
  at: z.string(),
  duration_ms: z.number(),
  status: z.number().nullable(),
  error: z.string().nullable(),
  /** The beginning of the answer's body. */
  answer: z.string(),
});
const delivery = z.object({
  id: z.number(),
  webhook: z.number(),
  /** The same across retries and replays: `webhook-id`, and `id` of the event. */
  event: z.string(),
  type: z.enum(WEBHOOK_EVENT_KEYS),
  resource: z.number(),
  at: z.string(),
  state: z.enum(DELIVERY_STATES),
  next_attempt_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
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
  method: 'POST',
  path: '/webhooks/{id}/replay/',
  resource: 'webhook',
  summary: 'Send one event again, or all since a time (kept for 30 days), with their ids',
  body: z
    .strictObject({ event: z.uuid('event_id').optional(), since: time.optional() })
    .refine((body) => (body.event === undefined) !== (body.since === undefined), 'webhook_replay'),
  response: z.object({ queued: z.number() }),
});

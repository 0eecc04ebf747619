import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, integer, text } from '../fields.ts';

/** One browser of a person; its address is a secret and never returned. */
const pushBrowser = z.object({
  id: integer,
  /** Browser and system, from its user agent. */
  name: z.string(),
  created_at: instant,
  last_sent_at: instant.nullable(),
  /** SHA-256 of its address in hexadecimal, by which the browser recognizes itself. */
  fingerprint: z.string(),
});
export type PushBrowser = z.infer<typeof pushBrowser>;
const key = (bytes: number) =>
  z
    .string({ error: 'push_subscription' })
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'push_subscription')
    .refine((value) => Math.floor((value.replace(/=/g, '').length * 3) / 4) === bytes, 'push_subscription');
const base = { tag: 'Profile', level: 'observer' } as const;

export const mePush = endpoint({
  ...base,
  name: 'me.push',
  method: 'GET',
  path: '/me/push/',
  summary: 'Browsers in which you are notified, and the public key to subscribe with',
  response: z.object({
    /** VAPID key (RFC 8292), base64url; null where the operator has not configured push. */
    public_key: z.string().nullable(),
    browsers: z.array(pushBrowser),
  }),
});
export const mePushSubscribe = endpoint({
  ...base,
  name: 'me.push_subscribe',
  // Without it, somebody with brief access to the session could receive its owner's messages for good.
  confirm: true,
  method: 'POST',
  path: '/me/push/',
  status: 201,
  errors: [409],
  summary: 'Be notified in a browser: the subscription from its PushManager',
  body: z.strictObject({
    endpoint: z.url({ error: 'push_subscription' }).max(2000, 'max_length|2000'),
    keys: z.strictObject({ p256dh: key(65), auth: key(16) }),
    expirationTime: z.number().nullable().optional(),
    name: text(TEXT_LENGTHS.browser.name).optional(),
  }),
  response: pushBrowser,
});
export const mePushUnsubscribe = endpoint({
  ...base,
  name: 'me.push_unsubscribe',
  confirm: 'ends',
  method: 'DELETE',
  path: '/me/push/{id}/',
  resource: 'push_browser',
  summary: 'No longer be notified in a browser',
});

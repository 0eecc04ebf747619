import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret of Standard Webhooks: 256 random bits. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/**
 * Headers of Standard Webhooks 1.0: `v1,` and the HMAC-SHA256 of `id.timestamp.body`, one for each currently
 * valid secret. Source: github.com/standard-webhooks/standard-webhooks, spec.
 */
export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  at: Date,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

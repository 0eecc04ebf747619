import { createHash } from 'node:crypto';
import { neverConnected } from '../../../platform/http/outbound/outbound.ts';
import { type Delivery, DeliveryError, type MakeProvider, type Provider } from './providers.ts';

interface Request {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const TIMEOUT = 20_000;

export const makeSmsProvider: MakeProvider = ({ config: { smsUrl } }) =>
  smsUrl === null ? undefined : smsProvider(smsUrl);

/**
 * SMS by the gateway of SMS_URL: `twilio://SID:TOKEN@FROM`,
 * `ovh://KEY:SECRET@ACCOUNT?consumer_key=…&sender=…`, or `https://…`, which gets a POST of JSON `{to, text,
 * id}`. For the first two `api=` sets another base address.
 */
export function smsProvider(url: string, now: () => number = Date.now): Provider {
  const gateway = new URL(url);
  const make = { 'twilio:': twilio, 'ovh:': ovh }[gateway.protocol] ?? generic;
  return {
    async deliver({ reference, to, message }: Delivery) {
      if (message.form !== 'text') throw new DeliveryError('final', 'not a text');
      const { url: address, headers, body } = make(gateway, to, message.text, reference, now());
      let response: Response;
      let text: string;
      try {
        response = await fetch(address, {
          method: 'POST',
          headers,
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT),
        });
        text = (await response.text()).slice(0, 10_000);
      } catch (error) {
        throw unreached(error as Error);
      }
      if (response.ok) return idOf(text);
      const final = response.status < 500 && response.status !== 408 && response.status !== 429;
      const said = text.replace(/\s+/g, ' ').slice(0, 200);
      throw new DeliveryError(final ? 'final' : 'later', `HTTP ${response.status} ${said}`.trim());
    },
  };
}

/** A connection that was never established has delivered nothing; one that broke may have. */
function unreached(error: Error): DeliveryError {
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  const message = cause?.message || cause?.code || error.message;
  return new DeliveryError(neverConnected(cause) ? 'unreachable' : 'later', message);
}

function idOf(text: string): string | null {
  try {
    const body = JSON.parse(text) as { sid?: unknown; id?: unknown; ids?: unknown[] } | null;
    const id = body?.sid ?? body?.id ?? body?.ids?.[0];
    return id === undefined || id === null ? null : String(id).slice(0, 200);
  } catch {
    return null;
  }
}

function basic(gateway: URL): Record<string, string> {
  if (gateway.username === '') return {};
  const pair = `${decodeURIComponent(gateway.username)}:${decodeURIComponent(gateway.password)}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function generic(gateway: URL, to: string, text: string, id: string): Request {
  const address = new URL(gateway);
  address.username = '';
  address.password = '';
  const headers = { 'Content-Type': 'application/json', ...basic(gateway) };
  return { url: address.href, headers, body: JSON.stringify({ to, text, id }) };
}

function twilio(gateway: URL, to: string, text: string): Request {
  const base = gateway.searchParams.get('api') ?? 'https://api.twilio.com';
  const form = new URLSearchParams({ To: to, From: decodeURIComponent(gateway.hostname), Body: text });
  return {
    url: `${base}/2010-04-01/Accounts/${gateway.username}/Messages.json`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...basic(gateway) },
    body: form.toString(),
  };
}

/** Signed as OVH requires: SHA-1 over secret, consumer key, method, address, body and time. */
function ovh(gateway: URL, to: string, text: string, id: string, now: number): Request {
  const base = gateway.searchParams.get('api') ?? 'https://eu.api.ovh.com/1.0';
  const url = `${base}/sms/${encodeURIComponent(decodeURIComponent(gateway.hostname))}/jobs`;
  const sender = gateway.searchParams.get('sender');
  const body = JSON.stringify({
    message: text,
    receivers: [to],
    noStopClause: true,
    priority: 'high',
    tag: id,
    ...(sender ? { sender } : { senderForResponse: true }),
  });
  const time = String(Math.floor(now / 1000));
  const consumer = gateway.searchParams.get('consumer_key') ?? '';
  const secret = decodeURIComponent(gateway.password);
  const signature = createHash('sha1')
    .update([secret, consumer, 'POST', url, body, time].join('+'))
    .digest('hex');
  return {
    url,
    headers: {
      'Content-Type': 'application/json',
      'X-Ovh-Application': decodeURIComponent(gateway.username),
      'X-Ovh-Consumer': consumer,
      'X-Ovh-Timestamp': time,
      'X-Ovh-Signature': `$1$${signature}`,
    },
    body,
  };
}

// A bridge between AeroWatch and a maintenance system, in plain Node 20 without packages: copy it, fill in the
// environment, run it behind your proxy. It checks the signature of each event, makes the order in the other
// system once, and tells AeroWatch the reference. See docs/integrations.md.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { maximo } from './maximo.mjs';
import { sapPm } from './sap-pm.mjs';

const TARGETS = { maximo, sap: sapPm };
const FIVE_MINUTES = 300;

/** Whether a call is AeroWatch's: Standard Webhooks, any of its signatures, not older than five minutes. */
export function isGenuine(secret, headers, body, now = Date.now()) {
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name] ?? '',
  );
  if (Math.abs(now / 1000 - Number(timestamp)) > FIVE_MINUTES) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return given.split(' ').some((one) => {
    const signature = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

/** Makes the order of an event in the other system, unless it is there, and tells AeroWatch its reference. */
export async function takeIn(event, target, aerowatch) {
  if (event.type !== 'work_order.created') return null;
  const made = await target.create(event.data);
  const answer = await fetch(`${aerowatch.url}/api/work-orders/${event.data.id}/`, {
    method: 'PATCH',
    headers: { Authorization: `Api-Key ${aerowatch.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ external_reference: made.reference, external_url: made.url, state: 'planned' }),
  });
  if (!answer.ok) throw new Error(`AeroWatch answered ${answer.status}: ${await answer.text()}`);
  return made.reference;
}

export function startBridge({ port, secret, target, aerowatch }) {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    if (!isGenuine(secret, request.headers, body)) return response.writeHead(401).end();
    try {
      await takeIn(JSON.parse(body), target, aerowatch);
      response.writeHead(204).end();
    } catch (error) {
      // AeroWatch tries again, for 72 hours.
      console.error(error);
      response.writeHead(502).end(String(error.message).slice(0, 300));
    }
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { TARGET, TARGET_URL, TARGET_KEY, WEBHOOK_SECRET, AEROWATCH_URL, AEROWATCH_KEY, PORT } = process.env;
  const target = TARGETS[TARGET]({ url: TARGET_URL, key: TARGET_KEY });
  await startBridge({
    port: Number(PORT ?? 9090),
    secret: WEBHOOK_SECRET,
    target,
    aerowatch: { url: AEROWATCH_URL, key: AEROWATCH_KEY },
  });
}

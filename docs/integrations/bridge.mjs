// A bridge between AeroWatch and a maintenance system, in plain Node 20 without packages: copy it, fill in the
// environment, run it behind your proxy. It checks the signature of each event, keeps the order of the other system
// as AeroWatch's is (made once, changed, closed, cancelled), and tells AeroWatch the reference.
// See docs/integrations.md.
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

/**
 * Makes the order of an event in the other system unless it is there, brings it up to date otherwise, and tells
 * AeroWatch its reference. Events say how an order is, not what changed: each may be taken twice, or be missed.
 */
export async function takeIn(event, target, aerowatch) {
  if (!event.type.startsWith('work_order.')) return null;
  const order = event.data;
  // Deleted meanwhile: only its id is left.
  if (order.state === undefined) return null;
  const known = await target.find(order);
  const there = known ?? (await target.create(order));
  if (order.external_reference !== there.reference) await refer(order, there, aerowatch);
  // A new order that is still to be done holds all there is to say.
  const isOver = order.state === 'done' || order.state === 'cancelled';
  if (known !== null || isOver) await target.update(there, order);
  return there.reference;
}

/** The reference is accepted in every state; "planned" only while the order is open. */
async function refer(order, { reference, url }, aerowatch) {
  const change = (body) =>
    fetch(`${aerowatch.url}/api/work-orders/${order.id}/`, {
      method: 'PATCH',
      headers: { Authorization: `Api-Key ${aerowatch.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const answer = await change({ external_reference: reference, external_url: url });
  // Deleted meanwhile: there is nobody to tell.
  if (answer.status === 404) return;
  if (!answer.ok) throw new Error(`AeroWatch answered ${answer.status}: ${await answer.text()}`);
  const { state } = await answer.json();
  if (state !== 'open') return;
  const planned = await change({ state: 'planned' });
  // 409: somebody closed it between the two calls.
  if (!planned.ok && planned.status !== 409)
    throw new Error(`AeroWatch answered ${planned.status}: ${await planned.text()}`);
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

/** The value of a variable, or the end with its name: a bridge that runs half configured loses orders. */
const needed = (env, name) => {
  if (env[name]) return env[name];
  throw new Error(`${name} is not set`);
};

/** The bridge as its environment says. */
export function bridgeOf(env) {
  const make = TARGETS[needed(env, 'TARGET')];
  if (make === undefined) throw new Error(`TARGET is one of ${Object.keys(TARGETS).join(', ')}`);
  return startBridge({
    port: Number(env.PORT ?? 9090),
    secret: needed(env, 'WEBHOOK_SECRET'),
    target: make({ url: needed(env, 'TARGET_URL'), key: needed(env, 'TARGET_KEY') }, env),
    aerowatch: { url: needed(env, 'AEROWATCH_URL'), key: needed(env, 'AEROWATCH_KEY') },
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await bridgeOf(process.env);

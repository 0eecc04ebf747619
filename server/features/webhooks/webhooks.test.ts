import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { makeOutbound } from '../../platform/http/outbound/outbound.ts';
import { writeNextBodies } from './bodies.ts';
import { deliverNext } from './deliver.ts';

interface Got {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly event: { id: string; type: string; subject: string; data: Record<string, unknown> };
}
const got: Got[] = [];
/** Statuses of the next answers; 200 when none is left. */
const answers: number[] = [];
const NOW = Date.now();
let clock = NOW;

const server = await testServer({ env: { ROLES: 'web', WEBHOOK_PRIVATE: 'true' } });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const box = await server.createBox({ client: client.id });
const sink = createServer(async (request, response) => {
  const body = await new Response(request as never).text();
  got.push({ headers: request.headers, body, event: JSON.parse(body) });
  const status = answers.shift() ?? 200;
  response.writeHead(status, status === 302 ? { Location: 'http://127.0.0.1:9/' } : {});
  response.end('said');
}).listen(0, '127.0.0.1');
await new Promise((resolve) => sink.once('listening', resolve));
const url = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/hook`;
afterAll(async () => {
  sink?.closeAllConnections();
  sink?.close();
});
beforeEach(() => {
  got.length = 0;
  answers.length = 0;
});

/** Sends everything that is due, ignoring pauses. */
async function deliverAll(hours = 0): Promise<void> {
  const { db, parts } = server;
  clock = Date.now() + hours * 3_600_000;
  await writeNextBodies(db, parts.events, 'http://console.example');
  const outbound = makeOutbound({ allowPrivate: true, timeoutMs: 500 });
  const now = () => clock;
  while ((await deliverNext({ db, vault: parts.vault, outbound, now, random: () => 0 })) > 0);
}
const make = async (events: string[], extra: object = {}) =>
  (await manager.api.post('/webhooks/', { url, events, language: 'en', ...extra })).body;
const order = async (aero: number | undefined, kind = 'leak') =>
  (await manager.api.post('/work-orders/', { box: box.id, aero, source: { type: 'finding', kind } })).body;
const due = () =>
  server.db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: new Date(0) })
    .execute();
const rested = () => server.db.updateTable('webhooks').set({ paused_until: null }).execute();

describe('a webhook', () => {
  it('is made with a secret shown once, kept sealed, and refused inside the network', async () => {
    const made = await manager.api.post('/webhooks/', { url, events: ['alert.opened'], language: 'fr' });
    expect([made.status, made.body.secret]).toEqual([201, expect.stringMatching(/^whsec_[\w+/]{43}=$/)]);
    const { secret, ...shown } = made.body;
    expect((await manager.api.get(`/webhooks/${shown.id}/`)).body).toEqual(shown);
    const kept = await server.db.selectFrom('webhooks').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(secret.slice(6));
    const refused = async (body: object) => (await manager.api.post('/webhooks/', body)).body;
    expect(await refused({ url: 'ftp://x', events: ['alert.opened'] })).toHaveProperty('url');
    expect(await refused({ url: 'http://user:pass@x.example/', events: ['alert.opened'] })).toHaveProperty(
      'url',
    );
    expect(await refused({ url, events: [] })).toEqual({ events: ['Required'] });
    expect(await refused({ url, events: ['box.exploded'] })).toHaveProperty('events');
    await manager.api.delete(`/webhooks/${shown.id}/`);
  });

  it('is told of what it asked for: a signed CloudEvent with the resource as the API gives it', async () => {
    const { id, secret } = await make(['work_order.created', 'work_order.closed']);
    const made = await order(box.aeroIds[0]);
    await manager.api.patch(`/work-orders/${made.id}/`, { severity: 'high' });
    await deliverAll();
    expect(got.map(({ event }) => event.type)).toEqual(['work_order.created']);
    const [{ headers, body, event }] = got as [Got];
    expect(headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
    expect(event).toMatchObject({
      specversion: '1.0',
      source: 'http://console.example',
      subject: `work_orders/${made.id}`,
      datacontenttype: 'application/json',
      data: { id: made.id, box: box.id, severity: 'high' },
    });
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.slice(6), 'base64');
    const signature = createHmac('sha256', key).update(signed).digest('base64');
    expect([headers['webhook-id'], headers['webhook-signature']]).toEqual([event.id, `v1,${signature}`]);

    const next = (await manager.api.post(`/webhooks/${id}/secret/`)).body.secret;
    await manager.api.patch(`/work-orders/${made.id}/`, { state: 'done', verdict: 'found' });
    await deliverAll();
    // For a day both secrets sign, so that the receiver can switch over.
    expect(got[1]?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(2);
    expect(next).not.toBe(secret);
    const { results } = (await manager.api.get(`/webhooks/${id}/deliveries/`)).body;
    expect(results.map((one: { type: string; state: string }) => [one.type, one.state])).toEqual([
      ['work_order.closed', 'delivered'],
      ['work_order.created', 'delivered'],
    ]);
    expect(results[0].attempts[0]).toMatchObject({ status: 200, error: null, answer: 'said' });
    await manager.api.delete(`/webhooks/${id}/`);
  });

  it('is told again with the same id until it takes it, in order per resource; redirects are not followed', async () => {
    const { id } = await make(['work_order.created', 'work_order.changed']);
    const first = await order(box.aeroIds[0], 'friction');
    await manager.api.post(`/work-orders/${first.id}/comments/`, { text: 'one' });
    answers.push(302, 500);
    await deliverAll();
    await due();
    await deliverAll();
    await due();
    await deliverAll();
    expect(got.map(({ event }) => event.type)).toEqual([
      'work_order.created',
      'work_order.created',
      'work_order.created',
      'work_order.changed',
    ]);
    expect(new Set(got.slice(0, 3).map(({ event }) => event.id)).size).toBe(1);
    expect(new Set(got.slice(0, 3).map(({ body }) => body)).size).toBe(1);
    const { results } = (await manager.api.get(`/webhooks/${id}/deliveries/`)).body;
    expect(results[1].attempts.map((one: { error: string | null }) => one.error)).toEqual([
      null,
      'HTTP 500',
      'HTTP 302',
    ]);

    got.length = 0;
    const [event] = results;
    expect((await manager.api.post(`/webhooks/${id}/replay/`, { event: event.event })).body).toEqual({
      queued: 1,
    });
    const since = new Date(NOW).toISOString();
    expect((await manager.api.post(`/webhooks/${id}/replay/`, { since })).body.queued).toBeGreaterThanOrEqual(
      2,
    );
    await deliverAll();
    expect(got.map((one) => one.event.id)).toContain(event.event);
    expect((await manager.api.post(`/webhooks/${id}/replay/`, {})).status).toBe(400);
    await manager.api.delete(`/webhooks/${id}/`);
  });

  it('that took nothing for 72 hours is switched off, and its owner is notified', async () => {
    const { id } = await make(['work_order.created'], { description: 'Maximo' });
    await order(box.aeroIds[1], 'leak');
    answers.push(503, 503);
    await deliverAll();
    expect((await manager.api.get(`/webhooks/${id}/`)).body).toMatchObject({
      enabled: true,
      last_error: 'HTTP 503',
    });
    await due();
    await rested();
    await deliverAll(73);
    expect((await manager.api.get(`/webhooks/${id}/`)).body).toMatchObject({
      enabled: false,
      disabled_at: expect.any(String),
      queued: 0,
      failed: 1,
    });
    const mails = await server.db
      .selectFrom('messages')
      .selectAll()
      .where('kind', '=', 'webhook_off')
      .execute();
    expect(mails.map(({ user_id, payload }) => [user_id, payload])).toEqual([
      [manager.id, { url, hours: 72 }],
    ]);
    // Enabled again, it requests what it missed.
    const missed = await order(box.aeroIds[1], 'friction');
    answers.length = 0;
    await manager.api.patch(`/webhooks/${id}/`, { enabled: true });
    await manager.api.post(`/webhooks/${id}/replay/`, { since: new Date(NOW).toISOString() });
    await deliverAll();
    expect(got.map(({ event }) => event.data.id)).toContain(missed.id);
    await manager.api.delete(`/webhooks/${id}/`);
  });

  it('is of its client alone', async () => {
    const { id } = await make(['work_order.created']);
    const foreigner = await server.createUser({
      level: 'privileged',
      client: (await server.createClient()).id,
    });
    const theirs = (await foreigner.api.post('/webhooks/', { url, events: ['work_order.created'] })).body;
    await order(box.aeroIds[1], 'burst');
    await deliverAll();
    expect(got).toHaveLength(1);
    expect((await foreigner.api.get(`/webhooks/${id}/deliveries/`)).status).toBe(404);
    expect((await foreigner.api.get(`/webhooks/${theirs.id}/deliveries/`)).body.count).toBe(0);
    const member = await server.createUser({ client: client.id });
    expect((await member.api.get('/webhooks/')).status).toBe(403);
  });

  it('that answers nothing does not hold up the others', async () => {
    const { id } = await make(['work_order.created'], { url: 'http://127.0.0.1:9/' });
    await order(box.aeroIds[1], 'creep');
    await deliverAll();
    expect(got).toHaveLength(1);
    const [{ attempts }] = (await manager.api.get(`/webhooks/${id}/deliveries/`)).body.results;
    expect(attempts[0]).toMatchObject({ status: null, error: expect.stringContaining('ECONNREFUSED') });
  });
});

describe('boxes', () => {
  it('that fall silent and come back are told once', async () => {
    const { silencesNow } = await import('./store-silences.ts');
    const { transaction } = await import('../../platform/database/db.ts');
    const at = async (days: number) => {
      await server.db
        .updateTable('boxes')
        .set({ last_send: new Date(Date.now() - days * 86_400_000) })
        .where('id', '=', box.id)
        .execute();
      return transaction(server.db, silencesNow);
    };
    expect(await at(8)).toEqual([{ type: 'box.silent', id: box.id, clientId: client.id }]);
    expect(await at(9)).toEqual([]);
    const [moving, elsewhere] = [
      await server.createBox({ client: client.id }),
      await server.createClient('Elsewhere'),
    ];
    const move = (values: object) =>
      server.db.updateTable('boxes').set(values).where('id', '=', moving.id).execute();
    const silentEvents = (id: number) => [{ type: 'box.silent', id: moving.id, clientId: id }];
    await move({ last_send: new Date(Date.now() - 8 * 86_400_000) });
    expect(await at(9)).toEqual(silentEvents(client.id));
    // Silent at another client: reported there, and not as "back" here.
    await move({ client_id: elsewhere.id });
    expect([...(await at(9)), ...(await at(9))]).toEqual(silentEvents(elsewhere.id));
    expect(await at(0)).toEqual([{ type: 'box.back', id: box.id, clientId: client.id }]);
    expect(await at(0)).toEqual([]);
  });
});

/** A fake maintenance system that receives webhooks, as badly as real ones do, and handles the orders. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDoubtful, verdictCount } from '@aerowatch/domain/work/precision';
import type { TestServer } from '../../../testing/start-test-server.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { makeOutbound } from '../../platform/http/outbound/outbound.ts';
import { writeNextBodies } from './bodies.ts';
import { deliverNext } from './deliver.ts';

export interface Cmms {
  readonly url: string;
  /** How often each order was accepted, by its id: calls with the same `webhook-id` count once. */
  readonly taken: ReadonlyMap<number, number>;
  readonly calls: () => number;
  stop(): void;
}

/**
 * Every tenth call gets 500, some hang, some are processed and still get 500; it is unavailable for the first
 * `away`.
 */
export async function startCmms(away: number): Promise<Cmms> {
  const taken = new Map<number, number>();
  const seen = new Set<string>();
  let calls = 0;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    calls += 1;
    if (calls <= away) return void request.socket.destroy();
    if (calls % 10 === 3) return void response.writeHead(500).end();
    // Hangs: read, never answered.
    if (calls % 50 === 7) return void request.resume();
    const { data } = JSON.parse(await new Response(request as never).text()) as { data: { id: number } };
    const id = String(request.headers['webhook-id']);
    if (!seen.has(id)) taken.set(data.id, (taken.get(data.id) ?? 0) + 1);
    seen.add(id);
    // Processed, but the answer is lost: it is sent again.
    response.writeHead(calls % 10 === 8 ? 502 : 202).end();
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    taken,
    calls: () => calls,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface RoundTrip {
  readonly orders: number;
  readonly calls: number;
  /** Orders that the maintenance system has exactly once. */
  readonly once: number;
  readonly precision: {
    named: number;
    found: number;
    not_found: number;
    other_cause: number;
    open: number;
    doubtful: boolean;
  };
  readonly seconds: { create: number; deliver: number; verdicts: number };
}

const VERDICTS = [
  'found',
  'found',
  'found',
  'found',
  'found',
  'found',
  'found',
  'not_found',
  'not_found',
  'other_cause',
] as const;
/** The counts expected for `n` verdicts. */
export const expectedCounts = (n: number) => {
  const count = (verdict: string) =>
    Array.from({ length: n }, (_, i) => VERDICTS[i % 10]).filter((one) => one === verdict).length;
  const counts = { found: count('found'), not_found: count('not_found'), other_cause: count('other_cause') };
  return { ...counts, named: verdictCount(counts), doubtful: isDoubtful(counts) };
};

/**
 * Findings become orders, orders reach the maintenance system despite its faults, verdicts come back with its
 * key.
 */
export async function roundTrip(server: TestServer, findings: number, away: number): Promise<RoundTrip> {
  const client = await server.createClient();
  const manager = await server.createUser({ level: 'privileged', client: client.id });
  const aeros = await makeFindings(server, client.id, findings);
  const cmms = await startCmms(away);
  const began = performance.now();
  try {
    const hook = { url: cmms.url, events: ['work_order.created'] };
    const answer = await manager.api.post('/webhooks/', hook);
    if (answer.status !== 201) throw new Error(answer.text);
    const orders = aeros.map(({ box, aero }) => ({ box, aero, source: { type: 'finding' } }));
    const made = await manager.api.post<{ created: number[] }>('/work-orders/bulk/', { orders });
    const created = performance.now();
    await deliverEverything(server);
    const delivered = performance.now();
    await closeAll(server, client.id, made.body.created);
    const closed = performance.now();
    const [leak] = (await manager.api.get('/diagnostics/precision/')).body;
    const { client: _client, kind: _kind, share: _share, ...precision } = leak;
    return {
      orders: made.body.created.length,
      calls: cmms.calls(),
      once: made.body.created.filter((id) => cmms.taken.get(id) === 1).length,
      precision,
      seconds: {
        create: (created - began) / 1000,
        deliver: (delivered - created) / 1000,
        verdicts: (closed - delivered) / 1000,
      },
    };
  } finally {
    cmms.stop();
  }
}

/** AEROs with a leak each. */
async function makeFindings(server: TestServer, client: number, count: number) {
  const aeros: { box: number; aero: number }[] = [];
  while (aeros.length < count) {
    const { id, aeroIds } = await server.createBox({ client });
    aeros.push(...aeroIds.map((aero) => ({ box: id, aero })));
  }
  aeros.length = count;
  const finding = { key: 'leak', verdict: 'bad', fault: 'leak', evaluable: true, value: 0.8, details: {} };
  const rows = aeros.map(({ aero }) => ({
    aero_id: aero,
    day: '2026-11-01',
    verdict: 'bad',
    faults: ['leak'],
    findings: JSON.stringify([finding]) as never,
  }));
  await server.db.insertInto('diagnostics').values(rows).execute();
  return aeros;
}

/** As the workers do, with pauses shortened to a thousandth. */
async function deliverEverything({ db, parts }: TestServer): Promise<void> {
  while ((await writeNextBodies(db, parts.events, 'http://console.example')) > 0);
  const outbound = makeOutbound({ allowPrivate: true, timeoutMs: 150 });
  const sender = { db, vault: parts.vault, outbound, pace: 0.001 };
  const left = async () =>
    (await db.selectFrom('webhook_deliveries').select('id').where('state', '=', 'queued').limit(1).execute())
      .length;
  while ((await left()) > 0) {
    const sent = await Promise.all(Array.from({ length: 8 }, () => deliverNext(sender)));
    if (sent.every((one) => one === 0)) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The maintenance system calls back with its key: first its reference, then what was found; each twice. */
async function closeAll(server: TestServer, client: number, orders: readonly number[]): Promise<void> {
  const value = `aw_${newSecret()}`;
  await server.db
    .insertInto('api_keys')
    .values({
      name: 'CMMS',
      client_id: client,
      prefix: value.slice(0, 8),
      hash: sha256(value),
      scopes: ['work_orders:write'],
      expires_at: new Date(Date.now() + 86_400_000),
    } as never)
    .execute();
  const api = server.api(`Api-Key ${value}`);
  for (let start = 0; start < orders.length; start += 10)
    await Promise.all(
      orders.slice(start, start + 10).map(async (id, i) => {
        const reference = `WO-${id}`;
        const verdict = VERDICTS[(start + i) % 10]!;
        const why = verdict === 'other_cause' ? { mechanism: 'corrosion' } : {};
        await api.patch(`/work-orders/${id}/`, { external_reference: reference });
        const close = { state: 'done', verdict, acts: ['other'], ...why };
        const path = `/work-orders/by-reference/${reference}/`;
        for (const answer of [await api.patch(path, close), await api.patch(path, close)])
          if (answer.status !== 200) throw new Error(answer.text);
      }),
    );
}

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { boundBodyTime } from './body-time.ts';

const ALLOWED = { ms: 400, bytesPerSecond: 10_000 };
const app = Fastify({ requestTimeout: 0, bodyLimit: 1 << 20 });
boundBodyTime(app, ALLOWED);
app.post('/', async (request) => ({ length: String((request.body as { text: string }).text).length }));
await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => app.close());
const { port } = app.server.address() as { port: number };

/** Sends a body piece by piece with pauses in ms; returns the answer, and its delay. */
async function send(pieces: readonly string[], pause: number, announced = pieces.join('').length) {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk;
  });
  socket.on('error', () => undefined);
  const began = performance.now();
  const ended = new Promise<number>((resolve) =>
    socket.once('close', () => resolve(performance.now() - began)),
  );
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${announced}\r\n\r\n`,
  );
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    await sleep(pause);
  }
  const ms = await ended;
  return { status: Number(said.split(' ')[1]), ms };
}
const body = (length: number) => JSON.stringify({ text: 'x'.repeat(length) });

it('a body that comes in time is taken, however long it is', async () => {
  const text = body(12_000);
  const pieces = Array.from({ length: 12 }, (_, index) => text.slice(index * 1010, (index + 1) * 1010));
  const { status, ms } = await send(pieces, 80);
  expect(status).toBe(200);
  expect(ms).toBeGreaterThan(ALLOWED.ms);
});

it('the last byte is waited for as long as the size that came allows, and no longer', async () => {
  const short = body(10);
  const held = await send([short.slice(0, -1)], 0, short.length);
  expect(held.status).toBe(408);
  expect(held.ms).toBeGreaterThanOrEqual(ALLOWED.ms - 5);
  const long = body(10_000);
  const heldLong = await send([long.slice(0, -1)], 0, long.length);
  expect(heldLong.status).toBe(408);
  expect(heldLong.ms).toBeGreaterThanOrEqual(ALLOWED.ms + 990);
});

it('a length that was only announced gives no time', async () => {
  const { status, ms } = await send(['{"text":"', ...Array.from({ length: 40 }, () => 'x')], 100, 1_000_000);
  expect(status).toBe(408);
  // Its announced length would give it 100 s.
  expect(ms).toBeLessThan(20_000);
});

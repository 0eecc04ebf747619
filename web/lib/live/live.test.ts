import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Live, startLive } from './live.ts';

const HEARTBEAT = 15_000;
interface Stream {
  write(text: string): void;
  end(): void;
}
let streams: Stream[] = [];
let live: Live | null = null;
/** Used instead of streams, as many times as there are. */
let refusals: Response[] = [];
const told: string[] = [];
const handlers = {
  onChange: () => told.push('change'),
  onGap: () => told.push('gap'),
  onMissed: () => told.push('missed'),
  onUnauthorized: () => told.push('unauthorized'),
};

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  refusals = [];
  told.length = 0;
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    const refusal = refusals.shift();
    if (refusal !== undefined) return refusal;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push({
          write: (text) => controller.enqueue(new TextEncoder().encode(text)),
          end: () => controller.close(),
        });
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  });
  live = startLive(handlers);
});
afterEach(() => {
  live?.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const READY = 'id: 7\nevent: ready\ndata: {}\n\n';
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Sends text on the newest stream, and waits until it is processed. */
async function say(text: string): Promise<void> {
  await pass(0);
  streams.at(-1)?.write(text);
  await pass(1000);
}
async function cut(): Promise<void> {
  streams.at(-1)?.end();
  await pass(2000);
}

test('reports missed events once, when a broken stream is back', async () => {
  await say(READY);
  expect(told).toEqual([]);
  await cut();
  expect(streams).toHaveLength(2);
  await say(READY);
  await say(': \n\n');
  expect(told).toEqual(['missed']);
});
test('a stream replaced after a silence longer than the heartbeat counts as cut', async () => {
  await say(READY);
  await pass(2 * HEARTBEAT);
  live?.watch([10]);
  await say(READY);
  expect([streams.length, told]).toEqual([2, ['missed']]);
});
test('a stream replaced while comments come was not cut', async () => {
  await say(READY);
  for (let beat = 0; beat < 4; beat += 1) {
    await pass(HEARTBEAT - 1000);
    await say(': \n\n');
  }
  live?.watch([10]);
  await say(READY);
  expect([streams.length, told]).toEqual([2, []]);
});
test('a gap loads all, so what was missed is not loaded beside it', async () => {
  await say(READY);
  await cut();
  // The server looks the position up between the two.
  await pass(0);
  streams.at(-1)?.write(READY);
  await pass(50);
  await say('event: reset\ndata: {}\n\n');
  expect(told).toEqual(['gap']);
});
test('still reports missed events when the stream ends again at once', async () => {
  await say(READY);
  await cut();
  streams.at(-1)?.write(READY);
  await pass(10);
  await cut();
  expect(told).toEqual([]);
  await say(READY);
  expect(told).toEqual(['missed']);
});
test('a first stream that opens late: what was read before it may be older than what it tells', async () => {
  await pass(9000);
  await say(READY);
  expect(told).toEqual(['gap']);
  await say('id: 8\ndata: {}\n\n');
  expect(told).toEqual(['gap', 'change']);
});
test('once, after a failure too, and where so much changed that the server says so', async () => {
  live?.stop();
  told.length = 0;
  refusals = [new Response(null, { status: 503 }), new Response(null, { status: 503 })];
  live = startLive(handlers);
  await pass(9000);
  streams.at(-1)?.write(READY);
  await pass(50);
  await say('event: reset\ndata: {}\n\n');
  expect(told).toEqual(['gap']);
});
test('a first stream that failed and is back soon: all is read again', async () => {
  live?.stop();
  told.length = 0;
  refusals = [new Response(null, { status: 503 })];
  live = startLive(handlers);
  await pass(3000);
  await say(READY);
  expect(told).toEqual(['gap']);
});
const refusal = (code: string) => Response.json({ code, detail: 'no' }, { status: 429 });
test('too many windows: all is read again from time to time, after half a minute and more', async () => {
  await say(READY);
  refusals = [refusal('too_many_streams')];
  await cut();
  expect(told).toEqual(['gap']);
  await pass(25_000);
  expect(streams).toHaveLength(1);
  await pass(40_000);
  expect(streams).toHaveLength(2);
});
test('too many calls for a moment: the stream is back within seconds', async () => {
  await say(READY);
  refusals = [refusal('too_many_calls')];
  await cut();
  await pass(3000);
  expect([streams.length, told]).toEqual([2, []]);
});

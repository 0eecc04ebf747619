import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from './faults.ts';
import type { FirmwareOffer } from './firmware.ts';
import { generateFleet } from './fleet.ts';
import { type RunningFleet, startFleet } from './start-fleet.ts';
import { startTestBroker, type TestBroker } from './testing.ts';

const SEED = 2;
const box = generateFleet({ boxes: 1, seed: SEED })[0]!;
const serial = box.serial_number;
const file = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 31 + (i >> 8)) & 255));
const keys = generateKeyPairSync('ed25519');

let broker: TestBroker;
let files: Server;
let base: string;
let folder: string;
let running: RunningFleet | undefined;
/** Ranges asked for, and how the server answers. */
let asked: (string | undefined)[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  broker = await startTestBroker();
  folder = await mkdtemp(join(tmpdir(), 'aerowatch-firmware-'));
  asked = [];
  answer = whole;
  files = createServer((request, response) => {
    asked.push(request.headers.range);
    answer(request, response);
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await running?.stop();
  await broker.stop();
  files.closeAllConnections();
  await new Promise<void>((resolve) => files.close(() => resolve()));
  await rm(folder, { recursive: true });
});

function whole(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': file.length - from });
  response.end(file.subarray(from));
}

/** Sends up to half of what is left and then cuts the connection. */
function cut(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': file.length - from });
  response.write(file.subarray(from, from + Math.ceil((file.length - from) / 2)), () =>
    setTimeout(() => response.destroy(), 20),
  );
}

function offer(change: Partial<FirmwareOffer> = {}): FirmwareOffer {
  return {
    rollout: 5,
    version: '2.4.0',
    url: `${base}/firmware/token`,
    size: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    signature: sign(null, file, keys.privateKey).toString('base64'),
    ...change,
  };
}

/** Offers a firmware while the box has not reported its version, and waits for the end. */
async function update(given: unknown, faults: Fault[] = [], until = () => ended()): Promise<void> {
  broker.waiting.set(`boxes/${serial}/firmware`, () => (ended() ? undefined : given));
  running = await startFleet({
    fleet: [box],
    url: broker.url,
    seed: SEED,
    credentials: new Map([[serial, { username: serial, password: 'x' }]]),
    from: Date.now() - 3_600_000,
    faults,
    live: true,
    linger: 50,
    flash: folder,
    publicKey: keys.publicKey,
  });
  const end = Date.now() + 8000;
  while (!until()) {
    if (Date.now() > end) throw new Error(`no end: ${JSON.stringify(broker.states)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const ended = () => version() === '2.4.0' || broker.states.some(({ state }) => state === 'failed');
const version = () => broker.reported.at(-1)?.document.firmwareVersion;
const fault = (mode: string): Fault[] => [{ name: 'firmware-failure', serial, start: 0, rate: 1, mode }];

describe('firmware', () => {
  it('is downloaded, verified, installed and then reported', async () => {
    await update(offer());
    const states = broker.states.map(({ state }) => state);
    expect(states.filter((state, i) => state !== states[i - 1])).toEqual([
      'downloading',
      'verifying',
      'installing',
    ]);
    expect(broker.states.every(({ rollout }) => rollout === 5)).toBe(true);
    const progress = broker.states.map((state) => state.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(await readdir(folder)).toEqual([]);
    expect(running!.stats.firmware).toEqual({ installed: 1, failed: 0 });
  });

  it('goes on where a cut connection left it', async () => {
    answer = (request, response) => (asked.length <= 3 ? cut(request, response) : whole(request, response));
    await update(offer());
    expect(version()).toBe('2.4.0');
    expect(asked).toHaveLength(4);
    expect(asked[0]).toBeUndefined();
    const starts = asked.slice(1).map((range) => Number(/bytes=(\d+)-/.exec(range ?? '')?.[1]));
    expect(starts[0]).toBeGreaterThan(0);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(new Set(starts).size).toBe(3);
  });

  it('starts over with a server that knows no ranges', async () => {
    answer = (request, response) => {
      if (asked.length === 1) return cut(request, response);
      response.writeHead(200, { 'content-length': file.length });
      response.end(file);
    };
    await update(offer());
    expect(version()).toBe('2.4.0');
  });

  it('power lost in the middle: a new boot, and the part is continued', async () => {
    await update(offer(), fault('power'));
    expect(version()).toBe('2.4.0');
    expect(asked).toHaveLength(2);
    expect(Number(/bytes=(\d+)-/.exec(asked[1]!)?.[1])).toBeGreaterThanOrEqual(file.length / 2);
    expect(running!.boxes[0]!.logger.boot).toBe(3);
  });

  it.each([
    ['another hash', { sha256: '0'.repeat(64) }, 'sha256 does not match'],
    ['another signature', { signature: Buffer.alloc(64).toString('base64') }, 'signature does not match'],
    ['another size', { size: 1000 }, 'sha256 does not match'],
    ['no url', { url: '' }, 'the offer cannot be read'],
  ])('fails with its reason: %s', async (_, change, reason) => {
    if ('size' in change) answer = (_, response) => response.end(file.subarray(0, 1000));
    await update(offer(change));
    expect(broker.states.at(-1)).toMatchObject({ rollout: 5, state: 'failed', detail: reason });
    expect(version()).toBe('2.3.1');
  });

  it.each([
    ['download', 'download failed: no signal'],
    ['hash', 'sha256 does not match'],
    ['install', 'the bootloader rolled back'],
  ])('fault %s fails with its reason', async (mode, reason) => {
    await update(offer(), fault(mode));
    expect(broker.states.at(-1)).toMatchObject({ state: 'failed', detail: reason });
    expect(version()).toBe('2.3.1');
    expect(await readdir(folder)).toEqual([]);
  });

  it('a token that is refused is not tried again', async () => {
    answer = (_, response) => response.writeHead(404).end();
    await update(offer());
    expect(broker.states.at(-1)).toMatchObject({ state: 'failed', detail: 'download refused: 404' });
    expect(asked).toHaveLength(1);
  });
});

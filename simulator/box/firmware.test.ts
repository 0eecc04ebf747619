import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DowngradePermit,
  type FirmwareManifest,
  type FirmwareSignature,
  type SignedDocument,
  signedBytes,
  type WithdrawnList,
} from '@aerowatch/domain/firmware/firmware-manifest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../faults.ts';
import { generateFleet } from '../fleet/fleet.ts';
import { type RunningFleet, startFleet } from '../fleet/start-fleet.ts';
import { startTestBroker, type TestBroker } from '../testing.ts';
import type { Bootloader, FirmwareOffer } from './firmware.ts';

const SEED = 2;
const box = generateFleet({ boxes: 1, seed: SEED })[0]!;
const serial = box.serial_number;
const file = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 31 + (i >> 8)) & 255));
const keys = generateKeyPairSync('ed25519');
/** Id of the installation that the box was made for. */
const HERE = 'a'.repeat(16);

let broker: TestBroker;
let files: Server;
let base: string;
let folder: string;
let running: RunningFleet | undefined;
/** Ranges requested, and how the server answers. */
let ranges: (string | undefined)[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  broker = await startTestBroker();
  bootloader = { keys: [keys.publicKey], signatures: 1 };
  folder = await mkdtemp(join(tmpdir(), 'aerowatch-firmware-'));
  ranges = [];
  answer = whole;
  files = createServer((request, response) => {
    ranges.push(request.headers.range);
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

/** Sends up to half of the rest and then cuts the connection. */
function cut(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': file.length - from });
  response.write(file.subarray(from, from + Math.ceil((file.length - from) / 2)), () =>
    setTimeout(() => response.destroy(), 20),
  );
}

const signed = (what: SignedDocument, key: KeyObject = keys.privateKey): FirmwareSignature => ({
  key: '0'.repeat(16),
  signature: sign(null, signedBytes(what), key).toString('base64'),
});
function offer(change: Partial<FirmwareOffer> = {}, manifest: Partial<FirmwareManifest> = {}): FirmwareOffer {
  const said = {
    version: '2.4.0',
    size: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    minimum_hardware: null,
    client: null,
    not_before: null,
    ...manifest,
  };
  return {
    rollout: 5,
    version: said.version,
    url: `${base}/firmware/token`,
    size: said.size,
    sha256: said.sha256,
    manifest: said,
    signatures: [signed(said)],
    ...change,
  };
}

/** A list that withdraws the file. */
function withdrawnList(
  date: string,
  more: Partial<WithdrawnList> = {},
  withdrawn: WithdrawnList['withdrawn'] = [
    { version: '2.4.0', sha256: offer().sha256, reason: 'burns the battery' },
  ],
  key?: KeyObject,
) {
  const list = { date, withdrawn, ...more };
  return { list, signatures: [signed(list, key)] };
}

/** Offers a firmware before the box has reported its version, and waits for the end. */
async function update(input: unknown, faults: Fault[] = [], until = () => ended()): Promise<void> {
  broker.waiting.set(`boxes/${serial}/firmware`, () => (ended() ? undefined : input));
  running = await startFleet({
    fleet: [box],
    url: broker.url,
    seed: SEED,
    credentials: new Map([[serial, { username: serial, password: 'x', client: 7, installation: HERE }]]),
    from: Date.now() - 3_600_000,
    faults,
    live: true,
    linger: 50,
    flash: folder,
    bootloader,
  });
  const end = Date.now() + 8000;
  while (!until()) {
    if (Date.now() > end) throw new Error(`no end: ${JSON.stringify(broker.states)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
let bootloader: Bootloader;
const ended = () =>
  running?.stats.firmware.installed === 1 || broker.states.some(({ state }) => state === 'failed');
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
    answer = (request, response) => (ranges.length <= 3 ? cut(request, response) : whole(request, response));
    await update(offer());
    expect(version()).toBe('2.4.0');
    expect(ranges).toHaveLength(4);
    expect(ranges[0]).toBeUndefined();
    const starts = ranges.slice(1).map((range) => Number(/bytes=(\d+)-/.exec(range ?? '')?.[1]));
    expect(starts[0]).toBeGreaterThan(0);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    // On a busy machine a cut connection may have delivered no new bytes.
    expect(new Set(starts).size).toBeGreaterThan(1);
  });

  it('starts over with a server that knows no ranges', async () => {
    answer = (request, response) => {
      if (ranges.length === 1) return cut(request, response);
      response.writeHead(200, { 'content-length': file.length });
      response.end(file);
    };
    await update(offer());
    expect(version()).toBe('2.4.0');
  });

  it('power lost in the middle: a new boot, and the part is continued', async () => {
    await update(offer(), fault('power'));
    expect(version()).toBe('2.4.0');
    expect(ranges).toHaveLength(2);
    expect(Number(/bytes=(\d+)-/.exec(ranges[1]!)?.[1])).toBeGreaterThanOrEqual(file.length / 2);
    expect(running!.boxes[0]!.logger.boot).toBe(3);
  });

  it.each([
    ['another hash', () => offer({}, { sha256: '0'.repeat(64) }), 'sha256 does not match'],
    ['another size', () => offer({}, { size: 1000 }), 'sha256 does not match'],
    ['no url', () => offer({ url: '' }), 'the offer cannot be read'],
    ['no manifest', () => offer({ manifest: undefined as never }), 'the offer cannot be read'],
  ])('fails with its reason: %s', async (what, input, reason) => {
    if (what === 'another size') answer = (_, response) => response.end(file.subarray(0, 1000));
    await update(input());
    expect(broker.states.at(-1)).toMatchObject({ rollout: 5, state: 'failed', detail: reason });
    expect(version()).toBe('2.3.1');
  });

  it('is taken for its own client, and down with a permit', async () => {
    const input = offer({}, { version: '2.0.0', client: 7, minimum_hardware: '1.0.0' });
    const permit: DowngradePermit = {
      allow_downgrade: true,
      version: '2.0.0',
      sha256: input.sha256,
      from: '2.3.1',
      boxes: [serial],
      not_after: '2999-01-01T00:00:00.000Z',
      reason: 'faulty',
    };
    await update({ ...input, downgrade: { permit, signatures: [signed(permit)] } });
    expect(version()).toBe('2.0.0');
  });

  const other = generateKeyPairSync('ed25519');
  it.each<[string, () => unknown, string]>([
    ['signed by nobody', () => offer({ signatures: [] }), 'signature does not match'],
    [
      'signed by a stranger',
      () => offer({ signatures: [signed(offer().manifest, other.privateKey)] }),
      'signature does not match',
    ],
    [
      'a manifest changed after it was signed',
      () => offer({ manifest: { ...offer().manifest, version: '9.0.0' }, version: '9.0.0' }),
      'signature does not match',
    ],
    ['another version beside it', () => offer({ version: '9.0.0' }), 'the offer is not what was signed'],
    ['other bytes beside it', () => offer({ sha256: '0'.repeat(64) }), 'the offer is not what was signed'],
    ['older', () => offer({}, { version: '2.3.0' }), '2.3.0 is older than 2.3.1, which runs'],
    ['another client’s', () => offer({}, { client: 8 }), 'the firmware is meant for another client'],
    [
      'another installation’s',
      () => offer({}, { client: 7, installation: 'b'.repeat(16) }),
      'the firmware is meant for another installation',
    ],
    [
      'withdrawn, by a list beside it',
      () => offer({ withdrawn: withdrawnList('2026-11-01T00:00:00.000Z') }),
      '2.4.0 was withdrawn: burns the battery',
    ],
    ['for other hardware', () => offer({}, { minimum_hardware: '9.0.0' }), 'is older than 9.0.0'],
    [
      'not for today',
      () => offer({}, { not_before: '2999-01-01T00:00:00.000Z' }),
      'the firmware counts from 2999-01-01T00:00:00.000Z on',
    ],
    [
      'older, with a permit of a stranger',
      () => {
        const input = offer({}, { version: '2.3.0' });
        const permit: DowngradePermit = {
          allow_downgrade: true,
          version: '2.3.0',
          sha256: input.sha256,
          from: '9.0.0',
          boxes: null,
          not_after: '2999-01-01T00:00:00.000Z',
          reason: 'x',
        };
        return { ...input, downgrade: { permit, signatures: [signed(permit, other.privateKey)] } };
      },
      'signature of the permit to go down does not match',
    ],
  ])('is refused before a byte is taken: %s', async (_, input, reason) => {
    await update(input());
    expect(broker.states.at(-1)).toMatchObject({ state: 'failed', detail: expect.stringContaining(reason) });
    expect(version()).toBe('2.3.1');
    expect(ranges).toEqual([]);
  });

  it('needs as many different keys as the bootloader asks for, and one at least', async () => {
    bootloader = { keys: [keys.publicKey, other.publicKey], signatures: 2 };
    const twice = [signed(offer().manifest), signed(offer().manifest)];
    await update(offer({ signatures: twice }));
    expect(broker.states.at(-1)).toMatchObject({ detail: 'signature does not match' });
    await running?.stop();
    broker.states.length = 0;
    const both = [signed(offer().manifest), signed(offer().manifest, other.privateKey)];
    await update(offer({ signatures: both }));
    expect(version()).toBe('2.4.0');
    await running?.stop();
    broker.states.length = 0;
    bootloader = { keys: [], signatures: 0 };
    await update(offer({}, { version: '2.5.0' }));
    expect(broker.states.at(-1)).toMatchObject({ detail: 'this box holds no key to check a firmware with' });
  });

  it('counts a key once that the bootloader holds twice', async () => {
    bootloader = { keys: [keys.publicKey, keys.publicKey], signatures: 2 };
    await update(offer());
    expect(broker.states.at(-1)).toMatchObject({ detail: 'signature does not match' });
  });

  it('of this installation is taken, and a manifest of before that names none', async () => {
    await update(offer({}, { client: 7, installation: HERE }));
    expect(version()).toBe('2.4.0');
  });

  it('stops at the size that was signed, whoever sends on', async () => {
    let sent = 0;
    answer = (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(file)) sent += file.length;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    await update(offer());
    const detail = `more was sent than ${file.length} bytes`;
    expect(broker.states.at(-1)).toMatchObject({ state: 'failed', detail });
    // Bytes in flight when it closed; otherwise the server would go on sending for ever.
    expect(sent).toBeLessThan(60_000_000);
    expect([ranges.length, await readdir(folder)]).toEqual([1, []]);
  });

  it('remembers what was withdrawn, and takes no list that is older, a stranger’s or another’s', async () => {
    const told = (list: unknown) => broker.waiting.set(`boxes/${serial}/withdrawn`, () => list);
    told(withdrawnList('2026-11-01T00:00:00.000Z'));
    await update(offer());
    expect(broker.states.at(-1)).toMatchObject({ detail: '2.4.0 was withdrawn: burns the battery' });
    const { memory } = running!.boxes[0]!;
    const older = '2026-10-01T00:00:00.000Z';
    const newer = '2026-12-01T00:00:00.000Z';
    for (const list of [
      withdrawnList(older, {}, []),
      withdrawnList(newer, {}, [], other.privateKey),
      withdrawnList(newer, { installation: 'b'.repeat(16) }, []),
      { list: 'nonsense' },
    ]) {
      await broker.publish(serial, 'withdrawn', list);
      expect(memory.withdrawn).toMatchObject({ date: '2026-11-01T00:00:00.000Z' });
    }
    await running?.stop();
    broker.states.length = 0;
    told(withdrawnList(newer, { installation: HERE }, []));
    await update(offer());
    expect(version()).toBe('2.4.0');
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
    expect(ranges).toHaveLength(1);
  });
});

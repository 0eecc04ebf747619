import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DowngradePermit,
  type FirmwareManifest,
  type FirmwareSignature,
  signedBytes,
} from '@aerowatch/domain/firmware-manifest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyId, rawKey } from '../server/platform/crypto/vendor-keys.ts';
import { ask } from '../server/testing/plain-query.ts';
import { startTestServer, type TestServer } from '../server/testing.ts';
import type { Credentials } from '../simulator/context.ts';
import { generateFleet } from '../simulator/fleet.ts';
import { provision } from '../simulator/provision.ts';
import { type RunningFleet, startFleet } from '../simulator/start-fleet.ts';

/**
 * An attacker owns the server: the database, the files, the server's own signing key, every word that is sent to
 * boxes. The vendor's key is elsewhere. Boxes hold its public half and the client they were made for.
 */
const FACTORY = '2.3.1';
const vendor = generateKeyPairSync('ed25519');
const attacker = generateKeyPairSync('ed25519');
const good = randomBytes(4000);
const evil = randomBytes(4000);

let server: TestServer;
let running: RunningFleet | undefined;
let flash: string;
let client: number;

const signatureOf = (
  what: FirmwareManifest | DowngradePermit,
  pair: { privateKey: KeyObject; publicKey: KeyObject },
) => ({
  key: keyId(pair.publicKey),
  signature: sign(null, signedBytes(what), pair.privateKey).toString('base64'),
});
const manifestOf = (bytes: Buffer, version: string, of: number | null): FirmwareManifest => ({
  version,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
  minimum_hardware: null,
  client: of,
  not_before: null,
});

beforeAll(async () => {
  flash = await mkdtemp(join(tmpdir(), 'aerowatch-attacker-'));
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number };
      probe.close(() => resolve(free));
    });
  });
  server = await startTestServer({
    env: {
      PORT: String(port),
      ROLES: 'web,ingest',
      FIRMWARE_KEYS: rawKey(vendor.publicKey).toString('base64'),
    },
  });
});
afterAll(async () => {
  await running?.stop();
  await server?.stop();
  await rm(flash, { recursive: true, force: true });
});

/** What the attacker writes into the database and onto the disk for one box. */
interface Attack {
  /** What the row of the firmware says. */
  readonly said: FirmwareManifest;
  readonly bytes: Buffer;
  readonly signatures: readonly FirmwareSignature[];
  readonly permit?: { permit: DowngradePermit; signatures: FirmwareSignature[] };
  /** Why the box must refuse; null: it must take it, or this test shows nothing. */
  readonly refused: string | null;
}

const own = (said: FirmwareManifest) => ({
  key: server.parts.signer.keyId,
  signature: server.parts.signer.sign(Buffer.from(signedBytes(said))),
});
const byVendor = (said: FirmwareManifest) => [signatureOf(said, vendor)];
const STRANGE = 'signature does not match';

function attacks(other: number): Record<string, Attack> {
  return { ...onBytes(), ...onVersions(), ...onClients(other) };
}

function onBytes(): Record<string, Attack> {
  const newer = manifestOf(good, '2.4.0', client);
  const badly = manifestOf(evil, '2.4.0', client);
  const bad = { said: badly, bytes: evil, refused: STRANGE };
  const forged = { ...signatureOf(badly, attacker), key: keyId(vendor.publicKey) };
  const right = { said: newer, signatures: byVendor(newer) };
  return {
    'the vendor’s own, as it is': { ...right, bytes: good, refused: null },
    'other bytes in the file': { ...right, bytes: evil, refused: 'sha256 does not match' },
    'other bytes, their hash in the row': { ...bad, signatures: byVendor(newer) },
    'signed by the attacker': { ...bad, signatures: [signatureOf(badly, attacker)] },
    'signed by the attacker in the vendor’s name': { ...bad, signatures: [forged] },
    'signed by the server’s own key': { ...bad, signatures: [own(badly)] },
    'not signed': { ...bad, signatures: [] },
  };
}

function onVersions(): Record<string, Attack> {
  const older = manifestOf(good, '2.0.0', client);
  const permit: DowngradePermit = {
    allow_downgrade: true,
    version: '2.0.0',
    sha256: older.sha256,
    from: '9.9.9',
    boxes: null,
    not_after: '2999-01-01T00:00:00.000Z',
    reason: 'because',
  };
  const elsewhere = { ...permit, boxes: ['ANOTHER'] };
  const old = { said: older, bytes: good, signatures: byVendor(older) };
  return {
    'an older one': { ...old, refused: '2.0.0 is older than 2.3.1, which runs' },
    'an older one called newer': { ...old, said: { ...older, version: '9.0.0' }, refused: STRANGE },
    'an older one with a permit of the attacker': {
      ...old,
      permit: { permit, signatures: [signatureOf(permit, attacker)] },
      refused: 'signature of the permit to go down does not match',
    },
    'an older one with the vendor’s permit for other boxes': {
      ...old,
      permit: { permit: elsewhere, signatures: [signatureOf(elsewhere, vendor)] },
      refused: 'the permit to go down is for other boxes',
    },
  };
}

function onClients(other: number): Record<string, Attack> {
  const newer = manifestOf(good, '2.4.0', client);
  const theirs = manifestOf(good, '2.4.0', other);
  const signed = { bytes: good, signatures: byVendor(theirs) };
  return {
    'another client’s': { ...signed, said: theirs, refused: 'meant for another client' },
    'another client’s, given to this one': { ...signed, said: newer, refused: STRANGE },
  };
}

it('whoever owns the server has no box run an unsigned byte, an older one, or another client’s', async () => {
  const count = 13;
  const fleet = generateFleet({ boxes: count, seed: 2 });
  const credentials = new Map<string, Credentials>();
  const api = {
    all: async (path: string) => (await server.admin.api.get(`${path}?page_size=1000`)).body.results,
    get: async (path: string) => (await server.admin.api.get(path)).body,
    post: async (path: string, body: unknown) => (await server.admin.api.post(path, body)).body,
  };
  const made = await provision({
    api: api as never,
    fleet: fleet.map((box) => ({ ...box, client: 'railway' as const })),
    clients: { railway: 'Railway', tram: 'Tram' },
    credentials,
  });
  client = made.clients.railway;
  const other = await server.createClient();
  const planned = Object.entries(attacks(other.id));
  expect(planned).toHaveLength(count);
  const plans = fleet.map((box, index) => ({ box, name: planned[index]![0], attack: planned[index]![1] }));
  // Root is not stopped by a constraint either: each attack has a firmware of its own.
  await ask(server.databaseUrl, 'drop index firmwares_version');
  for (const { box, name, attack } of plans) await plant(made.boxes.get(box.serial_number)!, name, attack);

  running = await startFleet({
    fleet,
    url: server.mqttUrl,
    seed: 2,
    credentials,
    from: Date.now() - 600_000,
    live: true,
    linger: 3000,
    flash,
    bootloader: { keys: [vendor.publicKey], signatures: 1 },
  });
  const states = async () => {
    const rows = await server.db
      .selectFrom('rollout_boxes')
      .innerJoin('rollouts', 'rollouts.id', 'rollout_boxes.rollout_id')
      .innerJoin('boxes', 'boxes.id', 'rollout_boxes.box_id')
      .select([
        'boxes.serial_number',
        'rollout_boxes.state',
        'rollout_boxes.detail',
        'boxes.firmware_version',
      ])
      .execute();
    return new Map(rows.map((row) => [row.serial_number, row]));
  };
  const ended = async () =>
    [...(await states()).values()].filter(({ state }) => state === 'failed' || state === 'installed').length;
  await expect.poll(ended, { timeout: 60_000, interval: 200 }).toBe(count);

  const after = await states();
  const told = plans.map(({ box, name, attack }) => {
    const row = after.get(box.serial_number);
    const asExpected =
      attack.refused === null
        ? row?.state === 'installed' && row.firmware_version === '2.4.0'
        : row?.state === 'failed' &&
          row.detail?.includes(attack.refused) === true &&
          (row.firmware_version === null || row.firmware_version === FACTORY);
    return asExpected ? [] : [`${name}: ${row?.state} ${row?.detail} ${row?.firmware_version}`];
  });
  expect(told.flat()).toEqual([]);
  expect(running.stats.firmware).toEqual({ installed: 1, failed: count - 1 });
}, 120_000);

/** Straight into the tables and onto the disk, past every check of the server. */
async function plant(box: number, name: string, { said, bytes, signatures, permit }: Attack): Promise<void> {
  const file = `firmwares/${crypto.randomUUID()}.bin`;
  await server.parts.files.put(file, bytes);
  await server.db.deleteFrom('rollout_boxes').where('box_id', '=', box).execute();
  const firmware = await server.db
    .insertInto('firmwares')
    .values({
      version: said.version,
      client_id: said.client,
      size: said.size,
      sha256: said.sha256,
      signature: '',
      signatures: JSON.stringify(signatures),
      minimum_hardware: said.minimum_hardware,
      description: name,
      file,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rollout = await server.db
    .insertInto('rollouts')
    .values({
      firmware_id: firmware.id,
      client_id: client,
      allow_downgrade: true,
      permit: permit === undefined ? null : JSON.stringify(permit),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('rollout_boxes')
    .values({ rollout_id: rollout.id, box_id: box, wave: 1, state: 'offered', offered_at: new Date() })
    .execute();
}

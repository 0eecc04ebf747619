import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirmwareManifest, signedBytes } from '@aerowatch/domain/firmware/firmware-manifest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawKey } from '../server/platform/crypto/vendor-keys.ts';
import type { Credentials } from '../simulator/context.ts';
import { generateFleet } from '../simulator/fleet/fleet.ts';
import { provision } from '../simulator/fleet/provision.ts';
import { type RunningFleet, startFleet } from '../simulator/fleet/start-fleet.ts';
import { ask } from '../testing/plain-query.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { type Attack, attacks } from './firmware-attacks.ts';

/**
 * The attacker controls the server: the database, the files, the server's own signing key, every message to
 * boxes. The vendor's key is elsewhere. Boxes hold its public key and the client they were made for.
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

it('whoever owns the server has no box run an unsigned byte, an older one, or another client’s', async () => {
  const count = 21;
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
  const own = (said: FirmwareManifest) => ({
    key: server.parts.signer.keyId,
    signature: server.parts.signer.sign(Buffer.from(signedBytes(said))),
  });
  const planned = Object.entries(attacks({ vendor, attacker, own, good, evil, client, other: other.id }));
  expect(planned).toHaveLength(count);
  const plans = fleet.map((box, index) => ({ box, name: planned[index]![0], attack: planned[index]![1] }));
  // A constraint does not stop root either: each attack has its own firmware.
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
  const ended = async () =>
    [...(await statesBySerial()).values()].filter(({ state }) => state === 'failed' || state === 'installed')
      .length;
  await expect.poll(ended, { timeout: 240_000, interval: 200 }).toBe(count);

  const after = await statesBySerial();
  const unexpected = plans.flatMap(({ box, name, attack }) => {
    const row = after.get(box.serial_number);
    return endedAsPlanned(attack, row)
      ? []
      : [`${name}: ${row?.state} ${row?.detail} ${row?.firmware_version}`];
  });
  expect(unexpected).toEqual([]);
  expect(running.stats.firmware).toEqual({ installed: 1, failed: count - 1 });
});

/** Writes directly into the tables and onto the disk, bypassing every check of the server. */
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
      not_before: said.not_before === null ? null : new Date(said.not_before),
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

/** The state of each box's update, by serial number. */
async function statesBySerial() {
  const rows = await server.db
    .selectFrom('rollout_boxes')
    .innerJoin('rollouts', 'rollouts.id', 'rollout_boxes.rollout_id')
    .innerJoin('boxes', 'boxes.id', 'rollout_boxes.box_id')
    .select(['boxes.serial_number', 'rollout_boxes.state', 'rollout_boxes.detail', 'boxes.firmware_version'])
    .execute();
  return new Map(rows.map((row) => [row.serial_number, row]));
}

interface UpdateState {
  readonly state: string;
  readonly detail: string | null;
  readonly firmware_version: string | null;
}

/**
 * Only what nothing refuses is installed; a refused box has a reason, and continues with its own firmware.
 */
function endedAsPlanned({ refused }: Attack, row: UpdateState | undefined): boolean {
  if (refused === null) return row?.state === 'installed' && row.firmware_version === '2.4.0';
  return (
    row?.state === 'failed' &&
    row.detail?.includes(refused) === true &&
    (row.firmware_version === null || row.firmware_version === FACTORY)
  );
}

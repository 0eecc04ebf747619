import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, makeApi } from '../../../../testing/api.ts';
import { BOXES_CONNECT, endProcess, launchServer } from '../../../../testing/server-process.ts';
import { freePort } from '../../../platform/machine/free-port.ts';
import { eventually } from '../../twin/testing.ts';

/** The promise is proven with 1,000 boxes; the suite runs fewer. */
const FLEET = Number(process.env.FLEET ?? 100);
const FILE = randomBytes(50_000);
const SHA256 = createHash('sha256').update(FILE).digest('hex');
const dataDir = mkdtempSync(join(tmpdir(), 'aerowatch-fleet-'));

let child: ChildProcess | undefined;
let env: Record<string, string>;
let api: Api;
const fleet: Device[] = [];

const launch = () =>
  launchServer({ LOG_LEVEL: 'fatal', DATA_DIR: dataDir, ...env }, BOXES_CONNECT, (started) => {
    child = started;
  });
const end = (signal: 'SIGKILL' | 'SIGTERM') => endProcess(child, signal);

/**
 * A box that accepts what it is offered: downloads, checks, installs, reports. Some fail, each by its own
 * fault.
 */
interface Device {
  readonly id: number;
  readonly serial: string;
  readonly client: MqttClient;
  version: string;
  fails: boolean;
  downloads: number;
}

async function makeDevice(index: number): Promise<Device> {
  const serial = `FLEET-${String(index).padStart(4, '0')}`;
  const { body } = await api.post('/boxes/', { serial_number: serial });
  const { password } = (await api.post(`/boxes/${body.id}/credentials/`)).body;
  const client = mqtt.connect(`mqtt://127.0.0.1:${env.MQTT_PORT}`, {
    clientId: serial,
    username: serial,
    password,
    clean: false,
    reconnectPeriod: 200,
    protocolVersion: 4,
  });
  const device: Device = { id: body.id, serial, client, version: '1.0.0', fails: false, downloads: 0 };
  const say = (topic: string, message: object) =>
    void client
      .publishAsync(`boxes/${serial}/${topic}`, JSON.stringify(message), { qos: 1 })
      .catch(() => undefined);
  client.on('error', () => undefined);
  client.on('connect', () => {
    client.subscribe(`boxes/${serial}/firmware`, { qos: 1 }, () => undefined);
    say('reported', { configurationVersion: 0, firmwareVersion: device.version });
  });
  client.on('message', async (_, payload) => {
    const { rollout, version, url, sha256 } = JSON.parse(payload.toString());
    if (device.version === version)
      return say('reported', { configurationVersion: 0, firmwareVersion: version });
    say('firmware/state', { rollout, state: 'downloading', progress: 10 });
    try {
      const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
      device.downloads += 1;
      say('firmware/state', { rollout, state: 'verifying' });
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw new Error('the file is not whole');
      if (device.fails)
        return say('firmware/state', { rollout, state: 'failed', detail: `flash error in ${serial}` });
      say('firmware/state', { rollout, state: 'installing' });
      device.version = version;
      say('reported', { configurationVersion: 0, firmwareVersion: version });
    } catch {
      // The server is away: the box tries again at the next offer of the file.
    }
  });
  await new Promise<void>((resolve) => client.once('connect', () => resolve()));
  return device;
}

beforeAll(
  async () => {
    const port = await freePort();
    env = {
      PORT: String(port),
      MQTT_PORT: String(await freePort()),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'correct horse battery',
    };
    await launch();
    const url = `http://127.0.0.1:${port}`;
    const login = await makeApi(url).post('/api-token-auth/', {
      username: env.ADMIN_EMAIL,
      password: env.ADMIN_PASSWORD,
    });
    api = makeApi(url, login.body.token);
    for (let start = 0; start < FLEET; start += 10)
      fleet.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(10, FLEET - start) }, (_, index) => makeDevice(start + index)),
        )),
      );
  },
  60_000 + FLEET * 600,
);
afterAll(async () => {
  for (const device of fleet) device.client.end(true);
  await end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

async function firmware(version: string) {
  const form = new FormData();
  form.append('version', version);
  form.append('file', new Blob([new Uint8Array(FILE)]), 'f.bin');
  const { body } = await api.post('/firmwares/', form);
  expect(body.sha256).toBe(SHA256);
  return body;
}
/** Makes every nth box fail, from the second on: the first wave is one box, which proves the firmware. */
async function start(version: string, everyNth: number) {
  const made = await firmware(version);
  const { body, status } = await api.post('/update/firmware/', {
    firmware: made.id,
    boxes: fleet.map(({ id }) => id),
    at_once: 25,
  });
  expect(status).toBe(202);
  const part = new Map<number, { wave: number }>(
    body.boxes.map((box: { box: number; wave: number }) => [box.box, box]),
  );
  for (const wave of [1, 2, 3])
    fleet
      .filter(({ id }) => part.get(id)?.wave === wave)
      .forEach((device, index) => {
        device.fails = wave > 1 && everyNth > 0 && index % everyNth === everyNth - 1;
      });
  return body.id as number;
}
const read = async (id: number) => (await api.get(`/update/firmware/${id}/`)).body;
const until = (id: number, states: string[]) =>
  eventually(
    async () => {
      const rollout = await read(id);
      return states.includes(rollout.state) && rollout;
    },
    `the update to be ${states}`,
    FLEET * 300 + 30_000,
  );

describe(`a fleet of ${FLEET} boxes`, { timeout: 600_000 }, () => {
  it('is updated in waves with 3 % failing, each failure named, though the server is killed in the middle', async () => {
    const id = await start('2.0.0', 33);
    await eventually(
      async () => (await read(id)).counts.installed > FLEET / 4,
      'a quarter',
      FLEET * 200 + 20_000,
    );
    await end('SIGKILL');
    await launch();
    // A box whose report was lost with the server counts as silent and is retried by hand.
    const done = await until(id, ['done']);
    const failing = fleet.filter(({ fails }) => fails);
    expect(failing.length).toBeGreaterThan(0);
    expect(done.counts).toMatchObject({
      installed: FLEET - failing.length,
      failed: failing.length,
      total: FLEET,
    });
    const named = done.boxes.filter((box: { state: string }) => box.state === 'failed');
    expect(named.map((box: { serial_number: string }) => box.serial_number).sort()).toEqual(
      failing.map(({ serial }) => serial).sort(),
    );
    for (const box of named) expect(box.detail).toBe(`flash error in ${box.serial_number}`);
    console.info(`3 %: ${JSON.stringify(done.counts)}, ${done.waves} waves`);
  });
  it('stops in its wave with 10 % failing, and leaves the rest alone', async () => {
    const id = await start('3.0.0', 10);
    const stopped = await until(id, ['stopped', 'done']);
    expect(stopped.state).toBe('stopped');
    const { counts, wave, detail } = stopped;
    expect(wave).toBeGreaterThan(1);
    expect(detail).toMatch(/boxes of wave \d failed/);
    expect(counts.queued).toBeGreaterThan(0);
    const untouched = stopped.boxes.filter((box: { wave: number }) => box.wave > wave);
    expect(untouched.every((box: { state: string }) => box.state === 'queued')).toBe(true);
    console.info(`10 %: stopped in wave ${wave}, ${detail}: ${JSON.stringify(counts)}`);
  });
});

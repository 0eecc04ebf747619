import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';

/**
 * A box written from docs/devices.md alone, without knowledge of this code: what it cannot do is missing from
 * the page.
 */
const BOX = fileURLToPath(new URL('../../../docs/devices/box.mjs', import.meta.url));
const FILE = randomBytes(300_000);

const server = await testServer();
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const folder = mkdtempSync(join(tmpdir(), 'aerowatch-documented-box-'));
const running: ChildProcess[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) {
    const ended = once(one, 'exit');
    one.kill();
    await ended;
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Key {
  readonly installation: string;
  readonly signatures: number;
  readonly keys: readonly { readonly public_key: string }[];
}
let key: Key;
beforeAll(async () => {
  key = (await manager.api.get('/firmwares/public-key/')).body;
});

/** A box with the file that its manufacturer gives it, as the page describes. */
async function manufactured(given: object = {}) {
  const box = await server.createBox({ client: client.id });
  const path = join(folder, `${box.serial}.json`);
  const about = {
    serial: box.serial,
    password: box.secret,
    keys: key.keys.map((one) => one.public_key),
    required: key.signatures,
    installation: key.installation,
    client: client.id,
    hardware: '1.0.0',
    reported: { configurationVersion: 0, firmwareVersion: '1.0.0', serverAddress: 'here.example:1883' },
    ...given,
  };
  writeFileSync(path, JSON.stringify(about));
  return { ...box, path };
}
function switchOn({ path }: { path: string }): void {
  running.push(spawn(process.execPath, [BOX, server.mqttUrl, path], { stdio: 'inherit' }));
}
const read = async (id: number) => (await manager.api.get(`/boxes/${id}/`)).body;
const measuresOf = async (aero: number | undefined) =>
  (await manager.api.get(`/measures/?aero=${aero}`)).body.results;
let patch = 0;
async function update(box: { id: number }) {
  const form = new FormData();
  patch += 1;
  form.append('version', `5.0.${patch}`);
  form.append('file', new Blob([new Uint8Array(FILE)]), 'firmware.bin');
  const firmware = (await manager.api.post('/firmwares/', form)).body;
  const started = await manager.api.post('/update/firmware/', { firmware: firmware.id, boxes: [box.id] });
  expect([started.status, started.body]).toEqual([202, started.body]);
  const state = async () => {
    const { boxes } = (await manager.api.get(`/update/firmware/${started.body.id}/`)).body;
    return [boxes[0].state, boxes[0].detail];
  };
  return { version: firmware.version, state };
}
const wait = { interval: 200 };

it('a box written from docs/devices.md sends measures that are stored as they are', async () => {
  const box = await manufactured();
  switchOn(box);
  await expect.poll(() => measuresOf(box.aeroIds[0]), wait).toHaveLength(2);
  const values = { pressure: 82.1, battery_voltage: 4.1, solar_voltage: 5.2, charge_current: 120 };
  const [first, second] = await measuresOf(box.aeroIds[0]);
  expect(first).toMatchObject({ ...values, temperature: 21.4, stroke: 512 });
  expect(second).toMatchObject({ temperature: 21.6, stroke: null });
  expect(Date.parse(second.date) - Date.parse(first.date)).toBe(600_000);
  // What a refresh requests from it.
  expect((await manager.api.post(`/boxes/${box.id}/refresh/`, {})).status).toBeLessThan(300);
  await expect.poll(async () => (await read(box.id)).refresh?.state, wait).toBe('done');
});

it('takes its configuration, keeps it for a restart, and says what it refuses', async () => {
  const box = await manufactured();
  switchOn(box);
  await expect.poll(async () => (await read(box.id)).twin.state, wait).toBe('in_sync');
  const change = { upload_time: 30, server_address: 'there.example:1883' };
  const answer = await manager.api.patch(`/boxes/${box.id}/`, { desired: change });
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  await expect.poll(async () => (await read(box.id)).reported.upload_time, wait).toBe(30);
  const { twin } = await read(box.id);
  expect(twin.fields.upload_time.state).toBe('in_sync');
  expect(twin.fields.server_address).toMatchObject({ state: 'refused', detail: 'this link stays' });
  expect(JSON.parse(readFileSync(box.path, 'utf8')).reported).toMatchObject({
    uploadTime: 30,
    serverAddress: 'here.example:1883',
  });
});

it('installs a signed update', async () => {
  const box = await manufactured();
  switchOn(box);
  const { version, state } = await update(box);
  await expect.poll(state, wait).toEqual(['installed', null]);
  expect((await read(box.id)).firmware_version).toBe(version);
});

it.each([
  [{ keys: [randomBytes(32).toString('base64')] }, 'too few valid signatures'],
  [{ required: 2 }, 'too few valid signatures'],
  [{ client: 999_999 }, 'for another client'],
])('refuses an update that is not for it: %o', async (given, problem) => {
  const box = await manufactured(given);
  switchOn(box);
  const { state } = await update(box);
  await expect.poll(state, wait).toEqual(['failed', problem]);
  expect((await read(box.id)).firmware_version).toBe('1.0.0');
});

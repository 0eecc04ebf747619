import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestBox } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { boxesModule } from '../../boxes/index.ts';
import { ingestModule } from '../../measures/index.ts';
import { twinModule } from '../../twin/index.ts';
import { type ConnectedBox, connectBox, eventually } from '../../twin/testing.ts';
import { firmwaresModule } from '../files/index.ts';
import { firmwareModule } from '../index.ts';
import { rolloutsModule } from './index.ts';

const open: ConnectedBox[] = [];
const FILE = randomBytes(300_000);

const server = await testServer({
  modules: [boxesModule, firmwaresModule, rolloutsModule, twinModule, firmwareModule, ingestModule],
});
const client = await server.createClient();
const foreign = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const member = await server.createUser({ client: client.id });
afterEach(async () => {
  for (const box of open.splice(0)) await box.end();
});

function form(version: string, fields: Record<string, string> = {}, file: Buffer = FILE): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ version, ...fields })) data.append(name, value);
  data.append('file', new Blob([new Uint8Array(file)]), 'firmware.bin');
  return data;
}
let patch = 0;
const firmwareOf = async (fields: Record<string, string> = {}) =>
  (await manager.api.post('/firmwares/', form(`5.0.${++patch}`, fields))).body;
const boxes = (count: number, overrides: object = {}) =>
  Promise.all(Array.from({ length: count }, () => server.createBox({ client: client.id, ...overrides })));
const start = async (firmware: { id: number }, fleet: TestBox[], options: object = {}) =>
  (
    await manager.api.post('/update/firmware/', {
      firmware: firmware.id,
      boxes: fleet.map(({ id }) => id),
      ...options,
    })
  ).body;
const read = async (id: number) => (await member.api.get(`/update/firmware/${id}/`)).body;
const until = (
  id: number,
  what: string,
  test: (rollout: {
    state: string;
    wave: number;
    counts: Record<string, number>;
    boxes: { box: number; state: string; detail: string | null }[];
  }) => boolean,
) =>
  eventually(async () => {
    const rollout = await read(id);
    return test(rollout) && rollout;
  }, what);
async function connect(box: TestBox): Promise<ConnectedBox> {
  const device = await connectBox(server, box);
  open.push(device);
  return device;
}
const install = async (device: ConnectedBox, offer: Record<string, unknown>) => {
  await device.publish('firmware/state', { rollout: offer.rollout, state: 'downloading', progress: 50 });
  await device.publish('firmware/state', { rollout: offer.rollout, state: 'installing' });
  await device.publish('reported', { configurationVersion: 0, firmwareVersion: offer.version });
};

describe('an update', () => {
  it('goes from offer by download to installed, believed only from the reported version', async () => {
    const firmware = await firmwareOf();
    const [box] = await boxes(1);
    const device = await connect(box!);
    const rollout = await start(firmware, [box!]);
    expect(rollout).toMatchObject({
      state: 'running',
      wave: 1,
      waves: 1,
      counts: { total: 1 },
      version: firmware.version,
    });
    const offer = await device.next('firmware');
    expect(offer).toEqual({
      manifest: {
        version: firmware.version,
        sha256: firmware.sha256,
        size: FILE.length,
        minimum_hardware: null,
        client: client.id,
        not_before: null,
      },
      signatures: firmware.signatures,
      rollout: rollout.id,
      version: firmware.version,
      url: expect.stringContaining('/firmware/'),
      size: FILE.length,
      sha256: firmware.sha256,
      signature: firmware.signature,
    });
    const url = server.url + new URL(String(offer.url)).pathname;
    const half = await fetch(url, { headers: { Range: 'bytes=0-149999' } });
    expect([half.status, half.headers.get('content-range')]).toEqual([206, `bytes 0-149999/${FILE.length}`]);
    const rest = await fetch(url, { headers: { Range: 'bytes=150000-' } });
    const whole = Buffer.concat([
      Buffer.from(await half.arrayBuffer()),
      Buffer.from(await rest.arrayBuffer()),
    ]);
    expect(whole.equals(FILE)).toBe(true);
    expect((await fetch(url, { headers: { Range: `bytes=${FILE.length}-` } })).status).toBe(416);
    expect((await fetch(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);

    await device.publish('firmware/state', { rollout: rollout.id, state: 'downloading', progress: 40 });
    expect((await read(rollout.id)).boxes[0]).toMatchObject({ state: 'downloading', progress: 40 });
    expect((await member.api.get(`/boxes/${box!.id}/`)).body.firmware_desired).toBe(firmware.id);
    await device.end();
    const again = await connect(box!);
    expect((await again.next('firmware')).url).toBe(offer.url);
    await again.publish('firmware/state', { rollout: rollout.id, state: 'installed' });
    expect((await read(rollout.id)).boxes[0]).toMatchObject({ state: 'installing' });
    await again.publish('reported', { configurationVersion: 0, firmwareVersion: '0.0.1' });
    expect((await read(rollout.id)).boxes[0].state).toBe('installing');
    await again.publish('reported', { configurationVersion: 0, firmwareVersion: firmware.version });
    await until(rollout.id, 'done', ({ state, counts }) => state === 'done' && counts.installed === 1);
    expect((await fetch(url)).status).toBe(404);
    expect((await member.api.get(`/boxes/${box!.id}/`)).body.firmware).toBe(firmware.id);
    await again.publish('firmware/state', { rollout: rollout.id, state: 'failed' });
    expect((await read(rollout.id)).boxes[0].state).toBe('installed');
  });
  it('refuses another client’s boxes, boxes of an unfinished update, and a firmware not seen', async () => {
    const firmware = await firmwareOf();
    const [box] = await boxes(1);
    const stranger = await server.createBox({ client: foreign.id });
    const post = (body: object, who = manager) => who.api.post('/update/firmware/', body);
    expect((await post({ firmware: firmware.id, boxes: [stranger.id] })).body.boxes).toHaveLength(1);
    expect(
      (await post({ firmware: firmware.id, boxes: [stranger.id] }, server.admin)).body.boxes,
    ).toHaveLength(1);
    expect((await post({ firmware: 999_999, boxes: [box!.id] })).body.firmware).toHaveLength(1);
    expect((await post({ firmware: firmware.id, boxes: [] })).status).toBe(400);
    expect((await post({ firmware: firmware.id, filter: { serial_number: 'NONE' } })).status).toBe(400);
    expect((await post({ firmware: firmware.id, boxes: [box!.id] }, member)).status).toBe(403);
    expect((await post({ firmware: firmware.id, filter: { serial_number: box!.serial } })).status).toBe(202);
    expect((await post({ firmware: firmware.id, boxes: [box!.id] })).status).toBe(409);
    expect((await manager.api.delete(`/firmwares/${firmware.id}/`)).status).toBe(409);
    const other = await server.createUser({ level: 'privileged', client: foreign.id });
    const listed = (await manager.api.get(`/update/firmware/?box=${box!.id}`)).body.results;
    expect(listed).toMatchObject([{ boxes: [{ box: box!.id, wave: 1 }] }]);
    expect((await manager.api.get('/update/firmware/')).body.results[0].boxes).toEqual([]);
    const { id } = listed[0];
    expect((await other.api.get(`/update/firmware/${id}/`)).status).toBe(404);
    expect((await other.api.post(`/update/firmware/${id}/cancel/`)).status).toBe(404);
    expect((await manager.api.post(`/update/firmware/${id}/cancel/`)).body).toMatchObject({
      state: 'cancelled',
      counts: { cancelled: 1 },
    });
    expect((await manager.api.post(`/update/firmware/${id}/cancel/`)).status).toBe(409);
    expect((await manager.api.delete(`/firmwares/${firmware.id}/`)).status).toBe(204);
  });
  it('does not offer to a box with a low battery or too old a hardware, and says why', async () => {
    const firmware = await firmwareOf({ minimum_hardware: '1.10.0' });
    const [low, old] = [(await boxes(1))[0]!, (await boxes(1, { hardware_version: '1.9.0' }))[0]!];
    const now = new Date();
    await server.db
      .insertInto('measure_latest')
      .values({ aero_id: low.aeroIds[0]!, time: now, received_at: now, battery_voltage: 3.42 })
      .execute();
    const devices = [await connect(low), await connect(old)];
    const { id } = await start(firmware, [low, old], { waves: 'none' });
    const { boxes: parts } = await until(id, 'reasons', (rollout) =>
      rollout.boxes.every((box) => box.detail !== null),
    );
    expect(parts.map((box: { state: string; detail: string }) => [box.state, box.detail]).sort()).toEqual([
      ['queued', 'Battery too low: 3.42 V, at least 3.5 V needed'],
      ['queued', 'Hardware 1.9.0 is older than 1.10.0'],
    ]);
    expect(devices.flatMap((device) => device.received.filter(({ topic }) => topic === 'firmware'))).toEqual(
      [],
    );
    await server.db
      .updateTable('measure_latest')
      .set({ battery_voltage: 3.9 })
      .where('aero_id', '=', low.aeroIds[0]!)
      .execute();
    await manager.api.post(`/update/firmware/${id}/pause/`);
    await manager.api.post(`/update/firmware/${id}/resume/`);
    expect(await devices[0]!.next('firmware')).toMatchObject({ rollout: id });
  });
});

describe('waves', () => {
  it('follow each other, at most so many at once', async () => {
    const firmware = await firmwareOf();
    const fleet = await boxes(12);
    const devices = new Map<string, ConnectedBox>();
    for (const box of fleet) devices.set(box.serial, await connect(box));
    const { id, waves } = await start(firmware, fleet, { at_once: 3 });
    expect(waves).toBe(3);
    const offered: number[] = [];
    for (;;) {
      const rollout = await read(id);
      if (rollout.state !== 'running') break;
      offered.push(rollout.counts.offered);
      for (const part of rollout.boxes.filter((box: { state: string }) => box.state === 'offered')) {
        const device = devices.get(part.serial_number)!;
        await install(device, await device.next('firmware'));
      }
    }
    expect(Math.max(...offered)).toBeLessThanOrEqual(3);
    expect(await read(id)).toMatchObject({ state: 'done', wave: 3, counts: { installed: 12, total: 12 } });
  });
  it('stop when too many of one failed, go on when told, and failed boxes are tried again', async () => {
    const firmware = await firmwareOf();
    const fleet = await boxes(3);
    const devices = new Map<string, ConnectedBox>();
    for (const box of fleet) devices.set(box.serial, await connect(box));
    const { id } = await start(firmware, fleet, { manual: false });
    const first = (await until(id, 'an offer', ({ counts }) => counts.offered === 1)).boxes.find(
      (box: { state: string }) => box.state === 'offered',
    );
    const device = devices.get(first.serial_number)!;
    await device.publish('firmware/state', { rollout: id, state: 'failed', detail: 'sha256 does not match' });
    const stopped = await until(id, 'the stop', ({ state }) => state === 'stopped');
    expect(stopped).toMatchObject({
      wave: 1,
      detail: '1 of the 1 boxes of wave 1 failed',
      counts: { failed: 1, queued: 2 },
    });
    expect(stopped.boxes.find((box: { box: number }) => box.box === first.box)).toMatchObject({
      state: 'failed',
      detail: 'sha256 does not match',
    });
    await manager.api.post(`/update/firmware/${id}/resume/`);
    await until(id, 'the next wave', ({ wave, counts }) => wave === 2 && counts.offered === 1);
    expect((await manager.api.post(`/update/firmware/${id}/retry/`)).body.counts.failed).toBe(0);
    await until(id, 'the failed one offered again', ({ boxes }) =>
      boxes.some((box) => box.box === first.box && box.state === 'offered'),
    );
    const paused = await manager.api.post(`/update/firmware/${id}/pause/`);
    expect(paused.body).toMatchObject({ state: 'paused', counts: { offered: 0 } });
    expect((await manager.api.post(`/update/firmware/${id}/advance/`)).status).toBe(409);
    expect((await manager.api.post(`/update/firmware/${id}/cancel/`)).body.counts.cancelled).toBe(3);
  });
  it('wait for a hand when asked to', async () => {
    const firmware = await firmwareOf();
    const fleet = await boxes(2);
    const devices = new Map<string, ConnectedBox>();
    for (const box of fleet) devices.set(box.serial, await connect(box));
    const { id } = await start(firmware, fleet, { manual: true });
    const first = (await until(id, 'an offer', ({ counts }) => counts.offered === 1)).boxes.find(
      (box: { state: string }) => box.state === 'offered',
    );
    const device = devices.get(first.serial_number)!;
    await install(device, await device.next('firmware'));
    const waiting = await until(id, 'the passed wave', (rollout) =>
      (rollout as unknown as { detail: string }).detail?.startsWith('Wave 1 is complete'),
    );
    expect(waiting).toMatchObject({ state: 'running', wave: 1, counts: { queued: 1 } });
    expect((await manager.api.post(`/update/firmware/${id}/advance/`)).body.wave).toBe(2);
    expect((await manager.api.post(`/update/firmware/${id}/advance/`)).status).toBe(409);
    await until(id, 'the second offer', ({ counts }) => counts.offered === 1);
  });
  it('fail boxes that do not come, or fall silent, with the reason', async () => {
    const firmware = await firmwareOf();
    const [away, dumb] = await boxes(2);
    const { id } = await start(firmware, [away!, dumb!], { waves: 'none', stop_percent: 100 });
    await until(id, 'offers', ({ counts }) => counts.offered === 2);
    const device = await connect(dumb!);
    await device.publish('firmware/state', { rollout: id, state: 'downloading', progress: 10 });
    const past = new Date(Date.now() - 4 * 3_600_000);
    await server.db
      .updateTable('rollout_boxes')
      .set({ offered_at: past, updated_at: past })
      .where('rollout_id', '=', id)
      .execute();
    await manager.api.post(`/update/firmware/${id}/pause/`);
    await server.db
      .updateTable('rollout_boxes')
      .set({ state: 'offered', offered_at: past })
      .where('box_id', '=', away!.id)
      .execute();
    await manager.api.post(`/update/firmware/${id}/resume/`);
    const done = await until(id, 'the end', ({ state }) => state === 'done');
    const details = new Map(done.boxes.map((box: { box: number; detail: string }) => [box.box, box.detail]));
    expect(details.get(away!.id)).toBe('The box did not connect in time');
    expect(details.get(dumb!.id)).toBe('The box fell silent during the update');
  });
});

import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestBox } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { boxesModule } from '../../boxes/index.ts';
import { diagnosticsModule } from '../../diagnostics/index.ts';
import { diagnoseDue } from '../../diagnostics/worker.ts';
import { ingestModule } from '../../measures/index.ts';
import { twinModule } from '../../twin/index.ts';
import { type ConnectedBox, connectBox, eventually } from '../../twin/testing.ts';
import { webhooksModule } from '../../webhooks/index.ts';
import { firmwaresModule } from '../files/index.ts';
import { firmwareModule } from '../index.ts';
import { rolloutsModule } from './index.ts';

const open: ConnectedBox[] = [];
const server = await testServer({
  modules: [
    boxesModule,
    firmwaresModule,
    rolloutsModule,
    twinModule,
    firmwareModule,
    ingestModule,
    (parts) => ({ ...webhooksModule(parts), worker: () => () => undefined }),
    (parts) => ({ ...diagnosticsModule(parts), worker: () => () => undefined }),
  ],
});
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
afterEach(async () => {
  for (const box of open.splice(0)) await box.end();
});

async function firmwareOf(version: string): Promise<number> {
  const data = new FormData();
  data.append('version', version);
  data.append('file', new Blob([new Uint8Array(randomBytes(1000))]), 'firmware.bin');
  return (await manager.api.post('/firmwares/', data)).body.id;
}
await manager.api.post('/webhooks/', { url: 'https://example.com/hook', events: ['box.fell_back'] });
const versions = { '1.0.0': await firmwareOf('1.0.0'), '1.1.0': await firmwareOf('1.1.0') };
const report = (device: ConnectedBox, firmwareVersion: string) =>
  device.publish('reported', { configurationVersion: 0, firmwareVersion });
const boxOf = async (box: TestBox) => (await manager.api.get(`/boxes/${box.id}/`)).body;

/** A box that reports 1.0.0, and one update of it to 1.1.0 that has been installed. */
async function updated() {
  const box = await server.createBox({ client: client.id });
  const device = await connectBox(server, box);
  open.push(device);
  await report(device, '1.0.0');
  const { body } = await manager.api.post('/update/firmware/', {
    firmware: versions['1.1.0'],
    boxes: [box.id],
  });
  await device.next('firmware');
  await report(device, '1.1.0');
  const part = async () => {
    const rollout = (await manager.api.get(`/update/firmware/${body.id}/`)).body;
    const { state, detail } = rollout.boxes[0];
    return { rollout: rollout.state, state, detail };
  };
  await eventually(async () => (await part()).rollout === 'done', 'the update is done');
  return { box, device, part };
}

describe('a box that goes back to an older firmware by itself', () => {
  it('is told by its update, its twin and itself, until it runs the newer one again', async () => {
    const { box, device, part } = await updated();
    const inSync = { firmware_fell_back: null, twin: { fields: { firmware_version: { state: 'in_sync' } } } };
    expect(await boxOf(box)).toMatchObject(inSync);
    await report(device, '1.0.0');
    await eventually(async () => (await part()).state === 'failed', 'the update has failed after all');
    expect((await part()).detail).toBe('The box went back from 1.1.0 to 1.0.0 by itself');
    expect(await boxOf(box)).toMatchObject({
      firmware_version: '1.0.0',
      firmware_fell_back: { from: '1.1.0' },
      twin: {
        state: 'refused',
        fields: {
          firmware_version: { state: 'refused', detail: 'The box went back from 1.1.0 to 1.0.0 by itself' },
        },
      },
    });
    expect((await manager.api.get('/boxes/?twin=refused')).body.count).toBe(1);
    // If it is reported again, it is the same event, with the time of the first.
    const { at } = (await boxOf(box)).firmware_fell_back;
    await report(device, '1.0.0');
    const events = () =>
      server.db
        .selectFrom('webhook_events')
        .where('type', '=', 'box.fell_back')
        .where('resource_id', '=', box.id)
        .selectAll()
        .execute();
    expect((await boxOf(box)).firmware_fell_back.at).toBe(at);
    expect(await events()).toHaveLength(1);
    await report(device, '1.1.0');
    await eventually(async () => (await part()).state === 'installed', 'it counts as installed again');
    expect(await boxOf(box)).toMatchObject(inSync);
  });

  it('is found by the diagnosis of one of its AEROs', async () => {
    const { box, device } = await updated();
    const t0 = Math.floor(Date.now() / 1000) - 600;
    const of = (aero: number) => ({ aero, t0, dt: [0, 300], stroke: [500, 501], temperature: [20, 20] });
    await device.publish('measures', { v: 1, aeros: [of(1), of(2)] });
    await report(device, '1.0.0');
    const asked = () => server.db.selectFrom('diagnostics_asked').select('aero_id').execute();
    await eventually(
      async () => (await asked()).some(({ aero_id }) => aero_id === box.aeroIds[0]),
      'asked for',
    );
    await server.db
      .updateTable('diagnostics_asked')
      .set({ first_at: new Date(Date.now() - 3_600_000), last_at: new Date(Date.now() - 3_600_000) })
      .execute();
    while ((await diagnoseDue(server.db)) > 0);
    const { results } = (await manager.api.get(`/diagnostics/?box=${box.id}&ordering=aero`)).body;
    expect(results.map((row: { faults: string[] }) => row.faults.includes('firmware_fell_back'))).toEqual([
      true,
      false,
    ]);
    const said = results[0].findings.find(({ key }: { key: string }) => key === 'firmware');
    expect(said.text.sentence).toContain('from 1.1.0 to 1.0.0');
  });

  it('is none where people want the older version, or set a newer one by hand', async () => {
    const { box, device } = await updated();
    await report(device, '1.2.0');
    expect(await boxOf(box)).toMatchObject({ firmware_version: '1.2.0', firmware_fell_back: null });
    const other = await updated();
    // An older version in its configuration is refused: a downgrade needs an update with a reason.
    const wish = { desired: { firmware_version: '1.0.0' } };
    expect(await manager.api.patch(`/boxes/${other.box.id}/`, wish)).toMatchObject({ status: 400 });
    const down = { firmware: versions['1.0.0'], boxes: [other.box.id] };
    const reason = { allow_downgrade: true, reason: '1.1.0 drains the battery' };
    expect(await manager.api.post('/update/firmware/', { ...down, ...reason })).toMatchObject({
      status: 202,
    });
    await other.device.next('firmware');
    await report(other.device, '1.0.0');
    expect((await boxOf(other.box)).firmware_fell_back).toBeNull();
  });
});

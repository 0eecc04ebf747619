import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { boxesModule } from '../../boxes/index.ts';
import { twinModule } from '../../twin/index.ts';
import { firmwaresModule } from '../files/index.ts';
import { firmwareModule } from '../index.ts';
import { rolloutsModule } from './index.ts';

const server = await testServer({
  modules: [boxesModule, firmwaresModule, rolloutsModule, twinModule, firmwareModule],
  env: { ROLES: 'web', ROLLOUT_APPROVAL: '2' },
});
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const member = await server.createUser({ client: client.id });

async function store(version: string): Promise<void> {
  const data = new FormData();
  data.append('version', version);
  data.append('file', new Blob([new Uint8Array(randomBytes(100))]), 'firmware.bin');
  expect(await manager.api.post('/firmwares/', data)).toMatchObject({ status: 201 });
}
const fleet = (count: number, overrides: object = {}) =>
  Promise.all(Array.from({ length: count }, () => server.createBox({ client: client.id, ...overrides })));
const updatesOf = async (box: { id: number }) =>
  (await member.api.get(`/update/firmware/?box=${box.id}`)).body.results;
const wish = (box: { id: number }, firmware_version: string | null, by = manager) =>
  by.api.patch(`/boxes/${box.id}/`, { desired: { firmware_version } });

await store('6.1.0');
await store('6.2.0');

describe('a firmware version in a desired configuration', () => {
  it('starts an update of the box, of people who may start one', async () => {
    const [box] = await fleet(1);
    expect(await wish(box!, '6.1.0', member)).toMatchObject({ status: 403 });
    expect(await updatesOf(box!)).toEqual([]);
    expect(await wish(box!, '6.1.0')).toMatchObject({
      status: 200,
      body: {
        desired: { firmware_version: '6.1.0' },
        twin: { fields: { firmware_version: { state: 'pending' } } },
      },
    });
    expect(await updatesOf(box!)).toMatchObject([
      { version: '6.1.0', state: 'running', counts: { total: 1 } },
    ]);
    expect(await wish(box!, '6.2.0')).toMatchObject({ status: 409, body: { code: 'box_in_rollout' } });
  });
  it('is refused where no such firmware is stored, or the update would be', async () => {
    const [box] = await fleet(1, { reported: { firmware_version: '6.2.0' } });
    const unknown = await wish(box!, '7.7.7');
    expect([unknown.status, unknown.body.desired.firmware_version[0]]).toEqual([
      400,
      'No firmware 7.7.7 is stored for this box: upload it first, an update then installs it',
    ]);
    const older = await wish(box!, '6.1.0');
    expect([older.status, older.body.desired.firmware_version.length]).toEqual([400, 1]);
    expect(await wish(box!, '6.2.0')).toMatchObject({ status: 200 });
    expect(await updatesOf(box!)).toEqual([]);
  });
  it('of many boxes is one update in waves, which waits for a second person', async () => {
    const boxes = await fleet(3);
    const body = { boxes: boxes.map(({ id }) => id), changes: { firmware_version: '6.1.0' } };
    expect(await member.api.post('/boxes/configuration/', body)).toMatchObject({ status: 403 });
    expect(await manager.api.post('/boxes/configuration/', body)).toMatchObject({ status: 200 });
    const [update, ...more] = await updatesOf(boxes[0]!);
    expect([update, more.length]).toMatchObject([{ state: 'waiting', waves: 3, counts: { total: 3 } }, 0]);
    const unknown = { ...body, changes: { firmware_version: '7.7.7' } };
    expect(await manager.api.post('/boxes/configuration/', unknown)).toMatchObject({
      status: 400,
      body: { changes: { firmware_version: [expect.any(String)] } },
    });
  });
  it('is withdrawn with its update, and follows the next one', async () => {
    const [box] = await fleet(1);
    await wish(box!, '6.1.0');
    const [update] = await updatesOf(box!);
    await manager.api.post(`/update/firmware/${update.id}/cancel/`);
    const desired = async () => (await member.api.get(`/boxes/${box!.id}/`)).body.desired.firmware_version;
    expect(await desired()).toBeNull();
    await server.db
      .updateTable('boxes')
      .set({ desired: JSON.stringify({ firmware_version: '6.1.0' }) })
      .where('id', '=', box!.id)
      .execute();
    const { results } = (await manager.api.get('/firmwares/?version=6.2.0')).body;
    const started = await manager.api.post('/update/firmware/', {
      firmware: results[0].id,
      boxes: [box!.id],
    });
    expect([started.status, await desired()]).toEqual([202, '6.2.0']);
  });
});

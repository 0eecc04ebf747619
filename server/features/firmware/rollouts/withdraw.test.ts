import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { signedBytes } from '@aerowatch/domain/firmware/firmware-manifest';
import { afterEach, describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { boxesModule } from '../../boxes/index.ts';
import { ingestModule } from '../../measures/index.ts';
import { twinModule } from '../../twin/index.ts';
import { type ConnectedBox, connectBox } from '../../twin/testing.ts';
import { firmwaresModule } from '../files/index.ts';
import { firmwareModule } from '../index.ts';
import { rolloutsModule } from './index.ts';

const server = await testServer({
  modules: [boxesModule, firmwaresModule, rolloutsModule, twinModule, firmwareModule, ingestModule],
});
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const open: ConnectedBox[] = [];
afterEach(async () => {
  for (const box of open.splice(0)) await box.end();
});

async function store(version: string, bytes: Buffer, by = manager) {
  const data = new FormData();
  data.append('version', version);
  data.append('file', new Blob([new Uint8Array(bytes)]), 'firmware.bin');
  return by.api.post('/firmwares/', data);
}

describe('a firmware that is withdrawn', () => {
  it('ends its updates, reaches boxes as a signed list, and never comes back', async () => {
    const bytes = randomBytes(2000);
    const { body: firmware } = await store('7.1.0', bytes);
    const box = await server.createBox({ client: client.id });
    const device = await connectBox(server, box, ['desired', 'firmware', 'withdrawn']);
    open.push(device);
    const update = { firmware: firmware.id, boxes: [box.id] };
    const { body: rollout } = await manager.api.post('/update/firmware/', update);
    const offer = await device.next('firmware');
    expect(offer).not.toHaveProperty('withdrawn');
    const withdraw = () => manager.api.post(`/firmwares/${firmware.id}/withdraw/`, { reason: 'burns' });
    expect(await withdraw()).toMatchObject({
      status: 200,
      body: { withdrawn_at: expect.any(String), withdrawn_reason: 'burns' },
    });
    const told = (await device.next('withdrawn')) as {
      list: { date: string; withdrawn: object[]; installation: string };
      signatures: { key: string; signature: string }[];
    };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(told.list.withdrawn).toEqual([{ version: '7.1.0', sha256, reason: 'burns', client: client.id }]);
    const key = (await manager.api.get('/firmwares/public-key/')).body;
    expect([told.list.installation, told.signatures[0]?.key]).toEqual([key.installation, key.installation]);
    const signature = Buffer.from(told.signatures[0]?.signature ?? '', 'base64');
    const signed = signedBytes(told.list as never);
    expect(verify(null, signed, createPublicKey(key.public_key), signature)).toBe(true);
    expect((await manager.api.get(`/update/firmware/${rollout.id}/`)).body.state).toBe('cancelled');
    expect((await fetch(String(offer.url))).status).toBe(404);
    expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'firmware_withdrawn' } });
    expect(await manager.api.post('/update/firmware/', update)).toMatchObject({
      status: 400,
      body: { firmware: ['Was withdrawn and is installed no more'] },
    });
    await manager.api.delete(`/firmwares/${firmware.id}/`);
    expect(await store('7.1.1', bytes)).toMatchObject({ status: 400, body: { file: [expect.any(String)] } });
    const other = await server.createUser({ level: 'privileged', client: (await server.createClient()).id });
    expect(await store('7.1.0', bytes, other)).toMatchObject({ status: 201, body: { withdrawn_at: null } });
  });
  it('stays on the next list, which offers carry too', async () => {
    const { body: second } = await store('7.2.0', randomBytes(100));
    await manager.api.post(`/firmwares/${second.id}/withdraw/`, { reason: 'second' });
    const { body: good } = await store('7.3.0', randomBytes(100));
    const box = await server.createBox({ client: client.id });
    await manager.api.post('/update/firmware/', { firmware: good.id, boxes: [box.id] });
    const device = await connectBox(server, box, ['firmware']);
    open.push(device);
    const { withdrawn } = (await device.next('firmware')) as {
      withdrawn: { list: { withdrawn: { version: string }[] } };
    };
    expect(withdrawn.list.withdrawn.map(({ version }) => version)).toEqual(['7.1.0', '7.2.0']);
  });
  it('of everybody is an administrator’s to withdraw', async () => {
    const data = await store('7.4.0', randomBytes(100), server.admin as never);
    expect(await manager.api.post(`/firmwares/${data.body.id}/withdraw/`, { reason: 'x' })).toMatchObject({
      status: 403,
    });
  });
});

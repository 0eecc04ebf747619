import { BOX_CONFIGURATION, CONFIGURATION_KEYS } from '@aerowatch/domain/box/box-configuration';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestBox } from '../../../testing/store-builders.ts';
import { testServer } from '../../../testing/test-server.ts';
import { aerosModule } from '../aeros/index.ts';
import { boxesModule } from '../boxes/index.ts';
import { ingestModule } from '../measures/index.ts';
import { twinModule } from './index.ts';
import { type ConnectedBox, connectBox, eventually } from './testing.ts';

const open: ConnectedBox[] = [];

const server = await testServer({ modules: [boxesModule, aerosModule, twinModule, ingestModule] });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const member = await server.createUser({ client: client.id });
afterEach(async () => {
  for (const box of open.splice(0)) await box.end();
});

async function connect(box: TestBox, topics?: string[]): Promise<ConnectedBox> {
  const connected = await connectBox(server, box, topics);
  open.push(connected);
  return connected;
}
const read = async (box: TestBox) => (await manager.api.get(`/boxes/${box.id}/`)).body;
const aside = (box: TestBox) =>
  server.db.selectFrom('set_aside').select('reason').where('box_id', '=', box.id).execute();

describe('from the desk to the box and back', () => {
  it('sends the whole newest document on subscribing and each change while connected', async () => {
    const box = await server.createBox({ client: client.id });
    await manager.api.patch(`/boxes/${box.id}/`, {
      desired: { upload_time: 30, cellular_password: 's3cret' },
    });
    await manager.api.patch(`/boxes/${box.id}/`, { desired: { upload_time: 45 } });
    const device = await connect(box);
    const desired = await device.next('desired');
    expect(desired).toMatchObject({
      configurationVersion: 2,
      uploadTime: 45,
      cellularPassword: 's3cret',
      stroke1_min: 0,
    });
    expect(Object.keys(desired).sort()).toEqual(
      CONFIGURATION_KEYS.map((key) => BOX_CONFIGURATION[key].wire).sort(),
    );
    expect((await read(box)).twin).toMatchObject({
      state: 'never_reported',
      fields: { upload_time: { state: 'pending' } },
    });

    await device.publish('reported', { ...desired, firmwareVersion: '2.3.1' });
    const after = await read(box);
    expect(after.twin).toMatchObject({
      state: 'in_sync',
      since: null,
      fields: { upload_time: { state: 'in_sync', since: null } },
    });
    expect(after.reported).toMatchObject({
      upload_time: 45,
      configuration_version: 2,
      cellular_password: 's3cret',
    });
    expect((await member.api.get(`/boxes/${box.id}/`)).body.reported.cellular_password).toBe('••••');

    await member.api.patch(`/boxes/${box.id}/`, { desired: { log_time: 1200 } });
    expect(await device.next('desired')).toMatchObject({
      configurationVersion: 3,
      logTime: 1200,
      uploadTime: 45,
    });
    expect((await read(box)).twin).toMatchObject({
      state: 'pending',
      fields: { log_time: { state: 'pending' }, upload_time: { state: 'in_sync' } },
    });
    expect(device.received.filter(({ topic }) => topic === 'desired')).toHaveLength(2);
    expect(await aside(box)).toEqual([]);
  });
  it('reaches an open page without a reload, secrets masked', async () => {
    const box = await server.createBox({ client: client.id });
    const device = await connect(box);
    const abort = new AbortController();
    const stream = await fetch(`${server.url}/api/events/`, {
      headers: { Authorization: `Token ${manager.token}` },
      signal: abort.signal,
    });
    let sent = '';
    const reading = (async () => {
      for await (const piece of stream.body!) sent += Buffer.from(piece).toString();
    })().catch(() => undefined);
    await manager.api.patch(`/boxes/${box.id}/`, {
      desired: { cellular_password: 'canary-live', upload_time: 30 },
    });
    const desired = await eventually(
      () =>
        // Not the message before the change, which a slow machine may still be sending.
        device.received.findLast(
          ({ topic, message }) =>
            topic === 'desired' && (message as { uploadTime?: number }).uploadTime === 30,
        )?.message as { uploadTime?: number },
      'the document',
    );
    await device.publish('reported', desired);
    await eventually(() => {
      // The last line may be incomplete.
      const whole = sent.slice(0, sent.lastIndexOf('\n'));
      const events = whole
        .split('\n')
        .filter((line) => line.startsWith('data:') && line.includes(box.serial));
      const last = events.at(-1);
      return last !== undefined && JSON.parse(last.slice(5)).data.twin.state === 'in_sync';
    }, 'the event');
    expect(sent).not.toContain('canary-live');
    abort.abort();
    await reading;
  });
  it('tells what was refused and why, and what is overdue', async () => {
    const box = await server.createBox({ client: client.id });
    await manager.api.patch(`/boxes/${box.id}/`, { desired: { cellular_apn: 'internet', upload_time: 20 } });
    const device = await connect(box);
    const desired = await device.next('desired');
    await device.publish('reported', {
      ...desired,
      cellularApn: '',
      uploadTime: 60,
      refused: { cellularApn: 'no such network' },
    });
    const { twin } = await read(box);
    expect(twin.state).toBe('refused');
    expect(twin.fields.cellular_apn).toMatchObject({ state: 'refused', detail: 'no such network' });
    expect(twin.fields.upload_time).toMatchObject({ state: 'pending', detail: null });
    expect((await manager.api.get(`/boxes/?id=${box.id}&twin=refused`)).body.count).toBe(1);
    const past = new Date(Date.now() - 121 * 60_000).toISOString();
    await server.db
      .updateTable('boxes')
      .set({ desired_fields_at: JSON.stringify({ upload_time: past, cellular_apn: past }), desired_at: past })
      .where('id', '=', box.id)
      .execute();
    expect((await read(box)).twin.fields.upload_time).toMatchObject({ state: 'overdue', since: past });
  });
  it('does not take a refusal of an earlier version for one of a newer wish', async () => {
    const box = await server.createBox({ client: client.id });
    const wish = (desired: object) => manager.api.patch(`/boxes/${box.id}/`, { desired });
    await wish({ log_time: 1200 });
    await wish({ cellular_apn: 'internet' });
    const device = await connect(box, []);
    const refusing = { configurationVersion: 2, logTime: 600, refused: { logTime: 'too slow' } };
    await device.publish('reported', refusing);
    expect((await read(box)).twin.fields.log_time).toMatchObject({ state: 'refused', detail: 'too slow' });
    await wish({ log_time: 900 });
    // It wakes, and repeats its report before it has seen the new desired value.
    await device.publish('reported', refusing);
    expect((await read(box)).twin.fields.log_time).toMatchObject({ state: 'pending', detail: null });
    await device.publish('reported', { ...refusing, configurationVersion: 3 });
    expect((await read(box)).twin.fields.log_time).toMatchObject({ state: 'refused', detail: 'too slow' });
  });
  it('is not ended by a report of a version that leaves no room for the next', async () => {
    const box = await server.createBox({ client: client.id });
    const device = await connect(box, []);
    await device.publish('reported', { configurationVersion: 2_147_483_647, uploadTime: 60 });
    expect((await read(box)).reported).toBe(null);
    await device.publish('reported', { configurationVersion: 2_000_000_000, uploadTime: 60 });
    const changed = await manager.api.patch(`/boxes/${box.id}/`, { desired: { upload_time: 30 } });
    expect([changed.status, changed.body.desired?.configuration_version]).toEqual([200, 2_000_000_001]);
  });
  it('ignores a report older than the one stored, and takes the same version again', async () => {
    const box = await server.createBox({ client: client.id });
    const device = await connect(box, []);
    await device.publish('reported', { configurationVersion: 7, uploadTime: 10 });
    await device.publish('reported', { configurationVersion: 6, uploadTime: 99 });
    expect((await read(box)).reported).toMatchObject({ configuration_version: 7, upload_time: 10 });
    await device.publish('reported', { configurationVersion: 7, uploadTime: 11, firmwareVersion: '1.0.0' });
    expect((await read(box)).reported).toMatchObject({
      configuration_version: 7,
      upload_time: 11,
      firmware_version: '1.0.0',
    });
    // A box that knows version 7 accepts only newer ones.
    const changed = await manager.api.patch(`/boxes/${box.id}/`, { desired: { upload_time: 15 } });
    expect(changed.body.desired.configuration_version).toBe(8);
  });
  it.each([
    ['text that is no JSON', '{"configurationVersion"'],
    ['a list', []],
    ['a document of something else', { hello: 1 }],
    ['a field that cannot be one', { configurationVersion: 1, logTime: 'often' }],
    ['a number no column holds', { configurationVersion: 1e12 }],
    ['refusals that are no document', { configurationVersion: 1, refused: 'all' }],
  ])('sets aside %s, acknowledges it and stays as it was', async (_, message) => {
    const box = await server.createBox({ client: client.id });
    const device = await connect(box, []);
    await device.publish('reported', message);
    expect(await aside(box)).toHaveLength(1);
    expect((await read(box)).reported).toBeNull();
    await device.publish('reported', { configurationVersion: 1, uploadTime: 60 });
    expect((await read(box)).reported).toMatchObject({ upload_time: 60 });
  });
  it('takes the firmware of the reported version: the client’s own before everybody’s', async () => {
    const box = await server.createBox({ client: client.id });
    const make = (client_id: number | null) =>
      server.db
        .insertInto('firmwares')
        .values({ version: '9.1.0', client_id, size: 1, sha256: '', signature: '', file: '' })
        .returning('id')
        .executeTakeFirstOrThrow();
    const everybody = await make(null);
    const device = await connect(box, []);
    await device.publish('reported', { configurationVersion: 0, firmwareVersion: '9.1.0' });
    expect((await read(box)).firmware).toBe(everybody.id);
    const own = await make(client.id);
    expect((await read(box)).firmware).toBe(own.id);
    expect(
      (await manager.api.get(`/boxes/?firmware=${own.id}`)).body.results.map((one: { id: number }) => one.id),
    ).toEqual([box.id]);
    expect((await manager.api.get(`/boxes/?firmware=${everybody.id}`)).body.count).toBe(0);
  });
});

describe('refresh', () => {
  it('is asked, sent to a connected box, and done with its answer', async () => {
    const box = await server.createBox({ client: client.id });
    const device = await connect(box);
    const requested = await member.api.post(`/boxes/${box.id}/refresh/`);
    expect(requested.status).toBe(202);
    expect(requested.body).toMatchObject({ state: 'asked', detail: null });
    const command = await device.next('command');
    expect(command).toEqual({ id: expect.any(String), command: 'refresh' });
    expect((await read(box)).refresh.state).toBe('waiting');
    await device.publish('answer', { id: command.id, status: 'ok' });
    expect((await read(box)).refresh.state).toBe('done');
    await device.publish('answer', { id: command.id, status: 'error', detail: 'again' });
    expect((await read(box)).refresh.state).toBe('done');
  });
  it('waits for a sleeping box, once however often it is asked, and is done by its report', async () => {
    const box = await server.createBox({ client: client.id, last_contact: new Date(Date.now() - 600_000) });
    await member.api.post(`/boxes/${box.id}/refresh/`);
    await member.api.post(`/boxes/${box.id}/refresh/`);
    const waiting = await eventually(async () => {
      const { refresh } = await read(box);
      return refresh.state === 'waiting' && refresh;
    }, 'waiting');
    expect(Date.parse(waiting.expected_at)).toBeGreaterThan(Date.now());
    const device = await connect(box);
    await device.next('command');
    expect(device.received.filter(({ topic }) => topic === 'command')).toHaveLength(1);
    await device.publish('reported', { configurationVersion: 0, uploadTime: 60 });
    expect((await read(box)).refresh.state).toBe('done');
  });
  it('is done by measures that came after the command was sent', async () => {
    const box = await server.createBox({ client: client.id });
    const device = await connect(box);
    await member.api.post(`/boxes/${box.id}/refresh/`);
    await device.next('command');
    expect((await read(box)).refresh.state).toBe('waiting');
    const t0 = Math.floor(Date.now() / 1000);
    await device.publish('measures', { v: 1, aeros: [{ aero: 1, t0, dt: [0], stroke: [512] }] });
    await eventually(async () => (await read(box)).refresh.state === 'done', 'done');
  });
  it('fails with the reason of the box, or when it does not come', async () => {
    const [box, silent] = [
      await server.createBox({ client: client.id }),
      await server.createBox({ client: client.id }),
    ];
    const device = await connect(box);
    await member.api.post('/boxes/refresh/', { boxes: [box.id, silent.id] });
    const command = await device.next('command');
    await device.publish('answer', { id: command.id, status: 'error', detail: 'sensor missing' });
    expect((await read(box)).refresh).toMatchObject({ state: 'failed', detail: 'sensor missing' });
    const past = new Date(Date.now() - (3 * 60 + 6) * 60_000);
    await server.db
      .updateTable('commands')
      .set({ created_at: past })
      .where('box_id', '=', silent.id)
      .execute();
    const failed = await eventually(async () => {
      const { refresh } = await read(silent);
      return refresh.state === 'failed' && refresh;
    }, 'failed');
    expect(failed.detail).toBe('The box did not connect in time');
    await device.publish('answer', { id: 'nobody', status: 'ok' });
    expect(await aside(box)).toEqual([{ reason: 'unknown_command' }]);
  });
});

describe('credentials', () => {
  it('ends the connection made with the old password', async () => {
    const box = await server.createBox({ client: client.id });
    const device = await connect(box);
    const closed = new Promise<void>((resolve) => device.client.once('close', () => resolve()));
    const { body } = await manager.api.post(`/boxes/${box.id}/credentials/`);
    await closed;
    await expect(connectBox(server, box)).rejects.toThrow();
    await connect({ ...box, secret: body.password });
  });
});

import { describe, expect, it } from 'vitest';
import type { TestBox } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { boxesModule } from '../../boxes/index.ts';
import { twinModule } from '../index.ts';

const server = await testServer({ modules: [boxesModule, twinModule] });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const member = await server.createUser({ client: client.id });
const read = async (box: TestBox) => (await manager.api.get(`/boxes/${box.id}/`)).body;

describe('history and many at once', () => {
  it('keeps every document with who and when, and goes back as a new version', async () => {
    const box = (
      await manager.api.post('/boxes/', {
        serial_number: 'HIST-1',
        desired: { cellular_pin: '1234', log_time: 900 },
      })
    ).body;
    await member.api.patch(`/boxes/${box.id}/`, { desired: { log_time: 1200, cellular_pin: '9999' } });
    const history = (await member.api.get(`/boxes/${box.id}/configurations/`)).body;
    expect(
      history.results.map((one: { configuration_version: number }) => one.configuration_version),
    ).toEqual([2, 1]);
    expect(history.results[1]).toMatchObject({
      user: manager.id,
      user_name: 'Test User',
      desired: { log_time: 900, cellular_pin: '••••' },
    });
    const back = await manager.api.post(`/boxes/${box.id}/configurations/restore/`, {
      configuration_version: 1,
    });
    expect(back.body.desired.cellular_pin).toBe('••••');
    expect((await manager.api.get(`/boxes/${box.id}/`)).body.desired).toMatchObject({
      configuration_version: 3,
      log_time: 900,
      cellular_pin: '1234',
    });
    expect(
      (await manager.api.post(`/boxes/${box.id}/configurations/restore/`, { configuration_version: 77 }))
        .status,
    ).toBe(400);
  });
  it('previews what differs, what is wrong and what it costs, then changes all or none', async () => {
    const one = await server.createBox({ client: client.id, latitude: 50 });
    const two = await server.createBox({ client: client.id, desired: { log_time: 3000, upload_time: 120 } });
    const boxes = [one.id, two.id];
    const dry = (
      await member.api.post('/boxes/configuration/', { boxes, changes: { upload_time: 30 }, dry_run: true })
    ).body;
    expect(dry.boxes[0]).toMatchObject({
      box: one.id,
      changes: { upload_time: { from: 60, to: 30 } },
      errors: {},
    });
    expect(dry.boxes[1].errors.upload_time).toHaveLength(1);
    expect(dry.boxes[1].errors.upload_time[0]).toMatch(/ /);
    const refused = await member.api.post('/boxes/configuration/', { boxes, changes: { upload_time: 30 } });
    expect(refused.status).toBe(400);
    expect(refused.body.boxes['1'].upload_time).toHaveLength(1);
    expect((await read(one)).desired.upload_time).toBe(60);
    const often = (
      await member.api.post('/boxes/configuration/', {
        boxes: [one.id],
        changes: { upload_time: 1, upload_time_alert: 1, acquisition_time: 60, log_time: 60 },
        dry_run: true,
      })
    ).body;
    expect(often.boxes[0].warnings[0]).toMatch(/^battery_upload_time\|\d+\|\d+\|\d+$/);
    const done = await member.api.post('/boxes/configuration/', {
      boxes,
      changes: { acquisition_time: 300, maintenance_password: '654321' },
    });
    expect(done.body.boxes[0].changes.maintenance_password).toEqual({ from: null, to: '••••' });
    expect((await read(two)).desired).toMatchObject({
      acquisition_time: 300,
      maintenance_password: '654321',
      configuration_version: 1,
    });
    const stranger = await server.createBox({ client: (await server.createClient()).id });
    expect(
      (await member.api.post('/boxes/configuration/', { boxes: [stranger.id], changes: { log_time: 900 } }))
        .status,
    ).toBe(400);
    expect((await member.api.post('/boxes/configuration/', { boxes, copy_from: stranger.id })).status).toBe(
      400,
    );
  });
  it('copies chosen fields from another box, secrets with them and unseen', async () => {
    const source = (
      await manager.api.post('/boxes/', {
        serial_number: 'COPY-1',
        aeros: [{ position: 1, model_type: 2 }],
        desired: { cellular_apn: 'rail', cellular_password: 'pw-of-source', log_time: 1800 },
      })
    ).body;
    const target = await server.createBox({ client: client.id });
    const some = await member.api.post('/boxes/configuration/', {
      boxes: [target.id],
      copy_from: source.id,
      fields: ['cellular_apn', 'cellular_password'],
    });
    expect(some.text).not.toContain('pw-of-source');
    expect((await read(target)).desired).toMatchObject({
      cellular_apn: 'rail',
      cellular_password: 'pw-of-source',
      log_time: 600,
    });
    await member.api.post('/boxes/configuration/', { boxes: [target.id], copy_from: source.id });
    expect((await read(target)).desired).toMatchObject({ log_time: 1800, aero1_type: 0 });
  });
});

describe('a change of many boxes', () => {
  it('is followed on each box: pending, applied, refused, changed once more', async () => {
    const serials = ['FOLLOW-1', 'FOLLOW-2', 'FOLLOW-3', 'FOLLOW-4'];
    const boxes = await Promise.all(
      serials.map(async (serial_number) => (await manager.api.post('/boxes/', { serial_number })).body),
    );
    const ids = boxes.map(({ id }) => id);
    const send = (body: object) => manager.api.post('/boxes/configuration/', { boxes: ids, ...body });
    const changes = { log_time: 1200, maintenance_password: '654321' };
    expect((await send({ changes, dry_run: true })).body.change).toBeNull();
    // An earlier refusal does not apply to a new change.
    const before = { reported_at: new Date(Date.now() - 60_000), refused: JSON.stringify({ log_time: 'x' }) };
    await server.db.updateTable('boxes').set(before).where('id', '=', ids[3]).execute();
    const { change } = (await send({ changes })).body;
    const follow = async () => (await member.api.get(`/boxes/changes/${change}/`)).body;
    expect(await follow()).toMatchObject({
      user_name: 'Test User',
      changes: { log_time: 1200, maintenance_password: '••••' },
      counts: { total: 4, pending: 4, applied: 0, refused: 0, replaced: 0 },
    });
    const version = (await read(boxes[0])).desired.configuration_version;
    const set = (id: number, values: object) =>
      server.db.updateTable('boxes').set(values).where('id', '=', id).execute();
    await set(ids[0], { reported_version: version });
    const reasons = JSON.stringify({ log_time: 'too rare' });
    await set(ids[1], { reported_version: version, reported_at: new Date(), refused: reasons });
    await member.api.patch(`/boxes/${ids[2]}/`, { desired: { log_time: 1800 } });
    const after = await follow();
    expect(after.boxes.map(({ state }: { state: string }) => state)).toEqual([
      'applied',
      'refused',
      'replaced',
      'pending',
    ]);
    expect(after.boxes[1].refused).toEqual({ log_time: 'too rare' });
    expect((await member.api.get('/boxes/changes/')).body.results[0]).toMatchObject({
      id: change,
      counts: { total: 4, pending: 1, applied: 1, refused: 1, replaced: 1 },
    });
    const { change: next } = (await send({ changes: { log_time: 2400 } })).body;
    const pages = [];
    for (const page of [1, 2])
      pages.push((await member.api.get(`/boxes/changes/?page_size=1&page=${page}`)).body);
    expect(pages.map(({ results }) => results[0].id)).toEqual([next, change]);
    const made = await server.db.selectFrom('configuration_changes').select('id').execute();
    expect(pages.map(({ count }) => count)).toEqual([made.length, made.length]);
    expect(pages[1].results[0].counts).toMatchObject({ total: 4, applied: 2, replaced: 2 });
    // No value differs, so there is nothing to follow.
    expect((await send({ changes: { log_time: 2400 }, boxes: [ids[0]] })).body.change).toBeNull();
    const stranger = await server.createUser({ client: (await server.createClient()).id });
    expect((await stranger.api.get(`/boxes/changes/${change}/`)).status).toBe(404);
    expect((await stranger.api.get('/boxes/changes/')).body.count).toBe(0);
  });

  it('warns of the battery where the change costs more, not of what a box takes already', async () => {
    const thirsty = { upload_time: 1, upload_time_alert: 1, log_time: 60, acquisition_time: 60 };
    const { id } = (
      await manager.api.post('/boxes/', {
        serial_number: 'THIRSTY',
        latitude: 48,
        longitude: 2,
        desired: thirsty,
      })
    ).body;
    expect(id).toBeDefined();
    const warned = async (changes: object) =>
      (await manager.api.post('/boxes/configuration/', { boxes: [id], changes, dry_run: true })).body.boxes[0]
        .warnings;
    expect(await warned({ stroke1_min: 20 })).toEqual([]);
    await manager.api.patch(`/boxes/${id}/`, {
      desired: { upload_time: 720, log_time: 3600, acquisition_time: 3600 },
    });
    expect(await warned(thirsty)).not.toEqual([]);
  });
});

describe('the links of many boxes', () => {
  const three = async () => {
    const boxes = await Promise.all(
      [1, 2, 3].map((hours) =>
        server.createBox({ client: client.id, last_contact: new Date(Date.now() - hours * 3_600_000) }),
      ),
    );
    const changes = { server_address: 'mqtts://elsewhere.example.com:8883', log_time: 1200 };
    return { boxes, body: { boxes: boxes.map(({ id }) => id), changes } };
  };
  const desiredOf = async (box: TestBox) => {
    const { server_address, log_time } = (await read(box)).desired;
    return [server_address?.includes('elsewhere') ?? false, log_time];
  };
  const says = async (box: TestBox, refused: object = {}) => {
    const { configuration_version: reported_version } = (await read(box)).desired;
    const values = { reported_version, reported_at: new Date(), refused: JSON.stringify(refused) };
    await server.db.updateTable('boxes').set(values).where('id', '=', box.id).execute();
  };
  it('are for privileged people, and change in waves: the next once those before report over the new one', async () => {
    const { boxes, body } = await three();
    expect(await member.api.post('/boxes/configuration/', body)).toMatchObject({ status: 403 });
    const { change } = (await manager.api.post('/boxes/configuration/', body)).body;
    const follow = async () => (await member.api.get(`/boxes/changes/${change}/`)).body;
    expect(await Promise.all(boxes.map(desiredOf))).toEqual([
      [true, 1200],
      [false, 1200],
      [false, 1200],
    ]);
    expect(await follow()).toMatchObject({ counts: { pending: 1, held: 2 }, stopped: false });
    for (const [index, held] of [1, 0].entries()) {
      await says(boxes[index]!);
      await expect.poll(async () => (await follow()).counts.held).toBe(held);
      expect((await desiredOf(boxes[index + 1]!))[0]).toBe(true);
    }
  });
  it('stay as they are when one goes back to its former link', async () => {
    const { boxes, body } = await three();
    const { change } = (await manager.api.post('/boxes/configuration/', body)).body;
    await says(boxes[0]!, { server_address: 'no answer over the new link' });
    const follow = async () => (await member.api.get(`/boxes/changes/${change}/`)).body;
    await expect.poll(async () => (await follow()).stopped).toBe(true);
    expect(await follow()).toMatchObject({ counts: { refused: 1, held: 2 } });
    expect((await desiredOf(boxes[1]!))[0]).toBe(false);
  });
});

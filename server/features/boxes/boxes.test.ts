import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { aerosModule } from '../aeros/index.ts';
import { boxesModule } from './index.ts';

const server = await testServer({ modules: [boxesModule, aerosModule] });
const client = await server.createClient();
const foreign = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const member = await server.createUser({ client: client.id });
const stranger = await server.createUser({ level: 'privileged', client: foreign.id });

let count = 0;
const serial = () => `T-${++count}`;
const tagOf = (clientId: number) =>
  server.db
    .insertInto('tags')
    .values({ name: `tag ${++count}`, color: '#123456', client_id: clientId })
    .returning('id')
    .executeTakeFirstOrThrow();

describe('adding a box', () => {
  it('of a serial number that another request takes meanwhile is refused at its field', async () => {
    const body = { serial_number: serial() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => manager.api.post('/boxes/', body)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(4);
    for (const answer of refused)
      expect([answer.status, answer.body]).toEqual([400, { serial_number: ['Already exists'] }]);
  });

  it('may be kept by a browser unless its answer holds secrets', async () => {
    const { id } = (await manager.api.post('/boxes/', { serial_number: serial() })).body;
    const kept = async (api: typeof manager.api, path: string) =>
      (await api.get(path)).headers.get('x-offline-copy');
    expect(await kept(manager.api, `/boxes/${id}/`)).toBeNull();
    expect(await kept(manager.api, '/boxes/')).toBe('allowed');
    const member = await server.createUser({ client: manager.clientId });
    expect(await kept(member.api, `/boxes/${id}/`)).toBe('allowed');
  });

  it('does not tell that another client has a serial number, nor by renaming', async () => {
    const { serial: foreign } = await server.createBox({ client: (await server.createClient()).id });
    const own = (await manager.api.post('/boxes/', { serial_number: serial() })).body;
    for (const answer of [
      await manager.api.post('/boxes/', { serial_number: foreign }),
      await manager.api.patch(`/boxes/${own.id}/`, { serial_number: foreign }),
    ])
      expect(answer.body).toEqual({
        serial_number: ['Cannot be used. Check it on the box; if it is right, ask your administrator'],
      });
    const told = await server.admin.api.post('/boxes/', { serial_number: foreign });
    expect(told.body).toEqual({ serial_number: ['Already exists'] });
  });

  it('takes its AEROs by position and keeps desired types in step with their models', async () => {
    const answer = await manager.api.post('/boxes/', {
      serial_number: serial(),
      latitude: 48.844,
      longitude: 2.376,
      kilometer_point: 105.129,
      aeros: [{ position: 2, model_type: 2, conductor_type: 'wire', regularized_length: 650.5 }],
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      client: client.id,
      status: 'late',
      sami: 'satisfactory',
      reported: null,
      twin: { state: 'never_reported' },
      desired: { aero1_type: 0, aero2_type: 2, configuration_version: 1 },
      aeros: [{ position: 2, model_type: 2, regularized_length: 650.5, expansion_coefficient: 17e-6 }],
    });
  });
  it('refuses at the field: a serial that exists, a foreign client, a foreign tag, a rule between fields', async () => {
    const first = await manager.api.post('/boxes/', { serial_number: serial() });
    expect(first.body.desired.configuration_version).toBe(0);
    const answer = await manager.api.post('/boxes/', {
      serial_number: first.body.serial_number,
      client: foreign.id,
      tags: [(await tagOf(foreign.id)).id],
      aeros: [{ position: 1, model_type: 1, pressure_min: 100, pressure_max: 90 }, { position: 1 }],
      desired: { log_time: 60, acquisition_time: 600 },
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body).sort()).toEqual(
      expect.arrayContaining(['aeros', 'client', 'desired', 'serial_number', 'tags']),
    );
    expect(answer.body.desired.log_time).toHaveLength(1);
    expect(answer.body.aeros['0'].pressure_max).toHaveLength(1);
    expect(answer.body.aeros['1'].position).toHaveLength(1);
  });
  it('is for privileged users', async () => {
    expect((await member.api.post('/boxes/', { serial_number: serial() })).status).toBe(403);
  });
});

describe('changing a box', () => {
  it('counts a version for every change of desired and none for the same again', async () => {
    const box = (await manager.api.post('/boxes/', { serial_number: serial() })).body;
    const path = `/boxes/${box.id}/`;
    const changed = await member.api.patch(path, { desired: { upload_time: 30 } });
    expect(changed.body.desired).toMatchObject({ upload_time: 30, configuration_version: 1 });
    const same = await member.api.patch(path, { desired: { upload_time: 30 } });
    expect(same.body.desired.configuration_version).toBe(1);
    expect(same.body.updated_at).toBe(changed.body.updated_at);
    const whole = await member.api.patch(path, same.body);
    expect(whole.status).toBe(200);
    expect(whole.body.updated_at).toBe(changed.body.updated_at);
  });
  it('knows the extremes of its place, by the table or as they are set', async () => {
    const body = { serial_number: serial(), latitude: 43.7, longitude: 7.26, aeros: [{ position: 1 }] };
    const box = (await manager.api.post('/boxes/', body)).body;
    expect(box.extremes.source).toBe('place');
    expect(box.extremes.coldest).toBeGreaterThan(-7);
    const set = (change: object) => manager.api.patch(`/boxes/${box.id}/`, change);
    const changed = await set({ altitude: 900.5, temperature_coldest: -12.5 });
    expect(changed.body).toMatchObject({
      altitude: 900.5,
      temperature_coldest: -12.5,
      temperature_hottest: null,
      extremes: { coldest: -12.5, source: 'set' },
    });
    expect(changed.body.extremes.hottest).toBeLessThan(box.extremes.hottest);
    expect(Object.keys((await set({ temperature_hottest: -13 })).body)).toEqual(['temperature_hottest']);
    expect((await set({ altitude: 9000 })).body.altitude).toHaveLength(1);
    // Its AERO is diagnosed again: the stops depend on these.
    const asked = await server.db.selectFrom('diagnostics_asked').select('aero_id').execute();
    expect(asked.map(({ aero_id }) => aero_id)).toContain(box.aeros[0].id);
  });
  it('takes texts that convert to numbers where the customer’s forms do, and says what a value lacks', async () => {
    const box = (await manager.api.post('/boxes/', { serial_number: serial() })).body;
    const set = (desired: object) => manager.api.patch(`/boxes/${box.id}/`, { desired });
    expect((await set({ upload_time: '90', maintenance_password: 123456 })).body.desired).toMatchObject({
      upload_time: 90,
      maintenance_password: '123456',
    });
    const aero = { position: 1, mechanical_tension: '1200', regularized_length: '650.5' };
    const { aeros } = (await manager.api.patch(`/boxes/${box.id}/`, { aeros: [aero] })).body;
    expect(aeros[0]).toMatchObject({ mechanical_tension: 1200, regularized_length: 650.5 });
    const refused = await set({
      upload_time: 'abc',
      log_time: '1.5',
      acquisition_time: '0',
      maintenance_timeout: '',
      maintenance_password: 12345,
      cellular_pin: 1234,
      stroke1_min: '5',
    });
    expect([refused.status, refused.body.desired]).toEqual([
      400,
      {
        upload_time: ['Is not numeric'],
        log_time: ['Is not integer'],
        acquisition_time: ['Value must be between 1 and 86400'],
        maintenance_timeout: ['Required'],
        maintenance_password: ['Must be exactly 6 digits'],
        cellular_pin: ['Is not text'],
        stroke1_min: ['Is not numeric'],
      },
    ]);
  });
  it('shows secrets to privileged users on the single box only, and a mask sent back keeps them', async () => {
    const secrets = {
      maintenance_password: '123456',
      cellular_pin: '9876',
      cellular_password: 'canary-secret',
    };
    const box = (await manager.api.post('/boxes/', { serial_number: serial(), desired: secrets })).body;
    expect(box.desired).toMatchObject(secrets);
    const seen = (await member.api.get(`/boxes/${box.id}/`)).body;
    expect(seen.desired).toMatchObject({
      maintenance_password: '••••',
      cellular_pin: '••••',
      cellular_password: '••••',
    });
    const list = await manager.api.get(`/boxes/?id=${box.id}`);
    expect(list.body.results[0].desired.cellular_password).toBe('••••');
    const back = await member.api.patch(`/boxes/${box.id}/`, { desired: { ...seen.desired, log_time: 900 } });
    expect(back.body.desired.cellular_password).toBe('••••');
    const after = (await manager.api.get(`/boxes/${box.id}/`)).body.desired;
    expect(after).toMatchObject({ ...secrets, log_time: 900 });
    const row = await server.db
      .selectFrom('boxes')
      .selectAll()
      .where('id', '=', box.id)
      .executeTakeFirstOrThrow();
    const history = await server.db
      .selectFrom('box_configurations')
      .selectAll()
      .where('box_id', '=', box.id)
      .execute();
    const audit = await server.db
      .selectFrom('audit_told')
      .selectAll()
      .where('entity_id', '=', box.id)
      // The audit log records that its secrets were shown, beside the answer and with its own time.
      .where('action', '<>', 'reveal')
      .execute();
    expect(history.length).toBe(2);
    expect(audit.length).toBe(2);
    expect(JSON.stringify([row, history, audit])).not.toMatch(/canary-secret|123456|9876/);
  });
  it('shows secrets to who proved lately to be there, and asks for it when asked in clear', async () => {
    const { id } = (
      await manager.api.post('/boxes/', { serial_number: serial(), desired: { cellular_pin: '4711' } })
    ).body;
    const pin = async (query = '') =>
      (await manager.api.get(`/boxes/${id}/${query}`)).body.desired.cellular_pin;
    expect([await pin(), await pin('?secrets=clear'), await pin('?secrets=masked')]).toEqual([
      '4711',
      '4711',
      '••••',
    ]);
    expect(await member.api.get(`/boxes/${id}/?secrets=clear`)).toMatchObject({ status: 403 });
    expect(await stranger.api.get(`/boxes/${id}/?secrets=clear`)).toMatchObject({ status: 404 });
    const given = (minutes: number) =>
      server.db
        .updateTable('tokens')
        .set({ confirmed_at: new Date(Date.now() - minutes * 60_000) })
        .where('user_id', '=', manager.id)
        .execute();
    await given(11);
    expect(await pin()).toBe('••••');
    expect(await manager.api.get(`/boxes/${id}/?secrets=clear`)).toMatchObject({
      status: 401,
      body: { code: 'confirm_again' },
    });
    const changed = await manager.api.patch(`/boxes/${id}/`, { pole: '3-1' });
    expect(changed.body.desired.cellular_pin).toBe('••••');
    await given(0);
    expect(await pin('?secrets=clear')).toBe('4711');
  });
  it('lets only admins change the client; the old one keeps nothing of the box', async () => {
    const tag = await tagOf(client.id);
    const box = (
      await manager.api.post('/boxes/', { serial_number: serial(), tags: [tag.id], aeros: [{ position: 1 }] })
    ).body;
    expect(box.tags).toEqual([tag.id]);
    expect((await manager.api.patch(`/boxes/${box.id}/`, { client: foreign.id })).status).toBe(403);
    expect((await manager.api.patch(`/boxes/${box.id}/`, { client: client.id, pole: '105/12' })).status).toBe(
      200,
    );
    expect((await server.admin.api.patch(`/boxes/${box.id}/`, { client: 999999 })).status).toBe(400);
    const moved = await server.admin.api.patch(`/boxes/${box.id}/`, { client: foreign.id });
    expect(moved.body).toMatchObject({ client: foreign.id, tags: [] });
    expect((await manager.api.get(`/boxes/${box.id}/`)).status).toBe(404);
    expect((await stranger.api.get(`/boxes/${box.id}/`)).status).toBe(200);
  });
  it('refuses a stale If-Match, and a foreign box answers like a missing one', async () => {
    const { body, headers } = await manager.api.post('/boxes/', { serial_number: serial() });
    const path = `/boxes/${body.id}/`;
    const etag = headers.get('etag') ?? '';
    expect((await manager.api.patch(path, { name: 'first' }, { 'If-Match': etag })).status).toBe(200);
    expect((await manager.api.patch(path, { name: 'second' }, { 'If-Match': etag })).status).toBe(412);
    expect((await manager.api.delete(path, { 'If-Match': etag })).status).toBe(412);
    const missing = await stranger.api.get('/boxes/999999/');
    const hidden = await stranger.api.get(path);
    expect([missing.status, hidden.status]).toEqual([404, 404]);
    expect(hidden.body.detail).toBe(missing.body.detail);
  });
});

describe('many boxes and one that goes', () => {
  it('tags many at once, within their client only', async () => {
    const [a, b] = [
      await server.createBox({ client: client.id }),
      await server.createBox({ client: client.id }),
    ];
    const tag = await tagOf(client.id);
    const strange = await tagOf(foreign.id);
    const boxes = [a.id, b.id];
    expect((await manager.api.post('/boxes/tags/', { boxes, add: [tag.id] })).body).toEqual({ changed: 2 });
    expect((await manager.api.post('/boxes/tags/', { boxes, add: [tag.id] })).body).toEqual({ changed: 0 });
    expect((await manager.api.post('/boxes/tags/', { boxes, add: [strange.id] })).status).toBe(400);
    expect((await server.admin.api.post('/boxes/tags/', { boxes, add: [strange.id] })).status).toBe(400);
    expect((await stranger.api.post('/boxes/tags/', { boxes, add: [strange.id] })).status).toBe(400);
    expect((await manager.api.post('/boxes/tags/', { boxes: [a.id], remove: [tag.id] })).body).toEqual({
      changed: 1,
    });
  });
  it('makes a new password, shown once and stored hashed', async () => {
    const box = await server.createBox({ client: client.id });
    const { status, body } = await manager.api.post(`/boxes/${box.id}/credentials/`);
    expect(status).toBe(201);
    expect(body).toMatchObject({ client_id: box.serial, username: box.serial });
    expect(Buffer.from(body.password, 'base64url')).toHaveLength(32);
    const row = await server.db
      .selectFrom('boxes')
      .select('secret_hash')
      .where('id', '=', box.id)
      .executeTakeFirstOrThrow();
    expect(row.secret_hash).toHaveLength(32);
    expect((await member.api.post(`/boxes/${box.id}/credentials/`)).status).toBe(403);
  });
  it('deletes a box with everything measured by it', async () => {
    const box = await server.createBox({ client: client.id });
    const aero_id = box.aeroIds[0] ?? 0;
    const now = new Date();
    await server.db
      .insertInto('measures')
      .values({ aero_id, time: now, received_at: now, temperature: 20 })
      .execute();
    expect((await manager.api.get(`/boxes/${box.id}/ledger/`)).body).toMatchObject({
      box: box.id,
      received: 0,
    });
    expect((await member.api.delete(`/boxes/${box.id}/`)).status).toBe(403);
    expect((await manager.api.delete(`/boxes/${box.id}/`)).status).toBe(204);
    expect((await manager.api.get(`/boxes/${box.id}/`)).status).toBe(404);
    expect(
      await server.db.selectFrom('measures').selectAll().where('aero_id', '=', aero_id).execute(),
    ).toEqual([]);
  });
});

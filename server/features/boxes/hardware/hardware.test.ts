import { connect, type MqttClient } from 'mqtt';
import { afterEach, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { send } from '../../measures/testing.ts';

const server = await testServer();
const client = (await server.createClient()).id;
const manager = await server.createUser({ level: 'privileged', client });
const clients: MqttClient[] = [];
afterEach(() => {
  for (const one of clients.splice(0)) one.end(true);
});

interface Hardware {
  readonly serial: string;
  readonly secret: string | null;
}
/** A real client, or null when it is refused. */
async function open({ serial, secret }: Hardware): Promise<MqttClient | null> {
  const made = connect(server.mqttUrl, {
    clientId: serial,
    username: serial,
    password: secret ?? '',
    clean: false,
    reconnectPeriod: 0,
  });
  clients.push(made);
  return new Promise((resolve) => {
    made.once('connect', () => resolve(made));
    made.once('error', () => resolve(null));
    made.once('close', () => resolve(null));
  });
}
const seconds = () => Math.floor(server.parts.clock.now() / 1000);
const batch = (at: number, stroke: number) => ({
  v: 1,
  aeros: [{ aero: 1, t0: at, dt: [0], stroke: [stroke] }],
});
const publish = (connection: MqttClient, serial: string, topic: string, message: object) =>
  connection.publishAsync(`boxes/${serial}/${topic}`, JSON.stringify(message), { qos: 1 });
const strokesOf = async (aero: number) =>
  (
    await server.db
      .selectFrom('measures')
      .where('aero_id', '=', aero)
      .select('stroke')
      .orderBy('time')
      .execute()
  ).map(({ stroke }) => stroke);
const asideOf = async (box: number) =>
  server.db
    .selectFrom('set_aside')
    .where('box_id', '=', box)
    .select(['id', 'serial_number', 'reason'])
    .orderBy('id')
    .execute();
const hardwareOf = async (box: number) => (await manager.api.get(`/boxes/${box}/hardware/`)).body;

/** What the audit log says was done with the hardware of a box. */
async function actionsOn(box: number): Promise<string[]> {
  const actions = await server.db
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'boxes')
    .where('entity_id', '=', box)
    .where('action', 'in', ['replace', 'undo_replace'])
    .orderBy('id')
    .execute();
  return actions.map(({ action }) => action);
}

it('new hardware goes on under the place of the old one, which is refused and said so', async () => {
  const box = await server.createBox({ client });
  const aero = box.aeroIds[0]!;
  const now = seconds();
  const old = (await open(box))!;
  await publish(old, box.serial, 'measures', batch(now - 7200, 500));
  await publish(old, box.serial, 'reported', { configuration_version: 0, firmwareVersion: '1.2.3' });
  await manager.api.patch(`/boxes/${box.id}/`, { desired: { upload_time: 90 } });

  const serial = `${box.serial}-B`;
  const at = new Date((now - 3600) * 1000).toISOString();
  const answer = await manager.api.post(`/boxes/${box.id}/hardware/`, { serial_number: serial, at });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ measures_since: 0, credentials: { username: serial } });
  await expect.poll(() => old.connected).toBe(false);
  expect(await open(box)).toBeNull();
  await expect.poll(async () => (await hardwareOf(box.id)).hardware[0].refused_connections).toBe(1);

  const fresh = (await open({ serial, secret: answer.body.credentials.password }))!;
  const heard: Record<string, unknown>[] = [];
  fresh.on('message', (_topic, payload) => heard.push(JSON.parse(payload.toString())));
  await fresh.subscribeAsync(`boxes/${serial}/#`, { qos: 1 });
  await expect.poll(() => heard.map(({ uploadTime }) => uploadTime)).toContain(90);
  // A lower version than that of the old hardware is the first word of the new one.
  await publish(fresh, serial, 'reported', { configurationVersion: 0, firmwareVersion: '2.0.0' });
  await publish(fresh, serial, 'measures', batch(now - 1800, 501));
  await publish(fresh, serial, 'measures', batch(now - 5400, 999));
  expect(await strokesOf(aero)).toEqual([500, 501]);
  const shown = (await manager.api.get(`/boxes/${box.id}/`)).body;
  expect(shown).toMatchObject({ id: box.id, serial_number: serial, firmware_version: '2.0.0' });

  // What the operator's broker still held of the old hardware: its own time is stored, later is not.
  await send(server, box.serial, batch(now - 7000, 502));
  await send(server, box.serial, batch(now - 600, 998));
  expect(await strokesOf(aero)).toEqual([500, 502, 501]);
  const asides = await asideOf(box.id);
  expect(asides).toMatchObject([
    { serial_number: serial, reason: 'not_in_place' },
    { serial_number: box.serial, reason: 'not_in_place' },
  ]);
  await server.admin.api.post(`/set-aside/${asides[1]!.id}/replay/`);
  expect(await strokesOf(aero)).toEqual([500, 502, 501]);
  expect((await hardwareOf(box.id)).hardware).toMatchObject([
    { serial_number: box.serial, from: null, until: at },
    { serial_number: serial, from: at, until: null },
  ]);
  const notes = (await manager.api.get(`/notes/?box=${box.id}`)).body.results;
  expect(notes[0]).toMatchObject({ at, kind: 'repair', text: `Box replaced: ${box.serial} by ${serial}` });

  const undone = await manager.api.post(`/boxes/${box.id}/hardware/undo/`);
  expect(undone.status).toBe(200);
  expect(undone.body.hardware).toMatchObject([{}, { serial_number: serial, undone: true }, { until: null }]);
  await expect.poll(() => fresh.connected).toBe(false);
  const back = (await open(box))!;
  await publish(back, box.serial, 'measures', batch(now - 60, 503));
  expect(await strokesOf(aero)).toEqual([500, 502, 501, 503]);
  expect((await manager.api.post(`/boxes/${box.id}/hardware/undo/`)).status).toBe(409);
  expect(await actionsOn(box.id)).toEqual(['replace', 'undo_replace']);
});

it('administrators are told which replaced box still connects, until it is a box again', async () => {
  const box = await server.createBox({ client });
  const serial = `${box.serial}-B`;
  const warned = async () =>
    (await server.admin.api.get('/operation/warnings/')).body.warnings.find(
      ({ code, subject }: { code: string; subject: string }) =>
        code === 'retired_connects' && subject.includes(box.serial),
    );
  await manager.api.post(`/boxes/${box.id}/hardware/`, { serial_number: serial });
  expect(await warned()).toBeUndefined();
  expect(await open(box)).toBeNull();
  await expect.poll(warned).toBeDefined();
  await manager.api.post(`/boxes/${box.id}/hardware/undo/`);
  expect(await warned()).toBeUndefined();
});

it('a box in stock gives its hardware and its password; one in use does not', async () => {
  const box = await server.createBox({ client });
  const spare = await server.createBox({ client });
  const replace = (serial: string) =>
    manager.api.post(`/boxes/${box.id}/hardware/`, { serial_number: serial });
  expect((await replace(spare.serial)).body).toMatchObject({ serial_number: ['Already exists'] });
  expect((await replace(box.serial)).body).toMatchObject({
    serial_number: ['This is the present serial number'],
  });
  const foreign = await server.createBox({ client: (await server.createClient()).id });
  expect((await replace(foreign.serial)).body).toMatchObject({
    serial_number: [expect.stringContaining('Cannot be used')],
  });
  await server.db.deleteFrom('aeros').where('box_id', '=', spare.id).execute();
  const taken = await replace(spare.serial);
  expect(taken.body).toMatchObject({ credentials: null });
  expect((await manager.api.get(`/boxes/${spare.id}/`)).status).toBe(404);
  expect(await open(spare)).not.toBeNull();
  // Its former serial number went to another box meanwhile.
  await server.createBox({ client, serial_number: box.serial });
  expect((await manager.api.post(`/boxes/${box.id}/hardware/undo/`)).body.code).toBe('replace_undo_taken');
});

it('measures that an unassigned box has sent are not lost: it is refused', async () => {
  const box = await server.createBox({ client });
  const spare = await server.createBox({ client: null });
  await send(server, spare.serial, batch(seconds() - 600, 7));
  const answer = await server.admin.api.post(`/boxes/${box.id}/hardware/`, { serial_number: spare.serial });
  expect(answer.body).toMatchObject({
    serial_number: [expect.stringContaining('has already sent measures')],
  });
  const future = new Date(Date.now() + 3_600_000).toISOString();
  const late = await manager.api.post(`/boxes/${box.id}/hardware/`, { serial_number: 'NEW-1', at: future });
  expect(late.body).toMatchObject({ at: [expect.stringContaining('not in the future')] });
});

import { connect, type MqttClient } from 'mqtt';
import { afterEach, expect, test } from 'vitest';
import { startTestServer } from '../../../../testing/start-test-server.ts';
import type { TestBox } from '../../../../testing/store-builders.ts';
import { testServer } from '../../../../testing/test-server.ts';
import { NIGHT, send } from '../testing.ts';

const server = await testServer();
const [ours, theirs] = [await server.createClient(), await server.createClient()];
const manager = await server.createUser({ level: 'privileged', client: ours.id });
const stranger = await server.createUser({ level: 'privileged', client: theirs.id });
const clients: MqttClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.end(true);
});

const batch = (at: number, stroke: number) =>
  JSON.stringify({ v: 1, aeros: [{ aero: 1, t0: at, dt: [0], stroke: [stroke] }] });
const measuresOf = async (aero: number) =>
  (
    await server.db
      .selectFrom('measures')
      .where('aero_id', '=', aero)
      .select(['time', 'stroke'])
      .orderBy('time')
      .execute()
  ).map(({ stroke }) => stroke);

async function open(url: string, box: Pick<TestBox, 'serial' | 'secret'>): Promise<MqttClient> {
  const { serial, secret } = box;
  const client = connect(url, {
    clientId: serial,
    username: serial,
    password: secret,
    reconnectPeriod: 0,
  });
  client.on('error', () => undefined);
  clients.push(client);
  await new Promise((resolve) => client.once('connect', resolve));
  return client;
}

test.each([
  ['the process that renames', false],
  ['another process', true],
])(
  'a box renamed while it sends, by %s: nothing acknowledged is lost, and a stranger gets nothing',
  async (_name, elsewhere) => {
    let sending: NodeJS.Timeout | undefined;
    const other = elsewhere
      ? await startTestServer({ env: { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir } })
      : undefined;
    try {
      const box = await server.createBox({ client: ours.id });
      const connection = await open((other ?? server).mqttUrl, box);
      const heard: string[] = [];
      connection.on('message', (_topic, payload) => heard.push(payload.toString()));
      const acknowledged: number[] = [];
      let sent = 0;
      sending = setInterval(() => {
        if (!connection.connected) return;
        const stroke = sent++;
        connection.publish(
          `boxes/${box.serial}/measures`,
          batch(NIGHT + stroke, stroke),
          { qos: 1 },
          (error) => {
            if (!error) acknowledged.push(stroke);
          },
        );
      }, 3);
      await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
      const renamed = await manager.api.patch(`/boxes/${box.id}/`, { serial_number: `${box.serial}-NEW` });
      expect(renamed.status).toBe(200);
      const theirBox = await stranger.api.post('/boxes/', {
        serial_number: box.serial,
        client: theirs.id,
        aeros: [{ position: 1 }],
        desired: { cellular_password: 'theirs', maintenance_password: '424242' },
      });
      expect(theirBox.status).toBe(201);
      connection.subscribe(`boxes/${box.serial}/#`, { qos: 1 }, () => undefined);
      await expect.poll(() => connection.connected).toBe(false);
      clearInterval(sending);
      const [aero] = box.aeroIds;
      const kept = new Set(await measuresOf(aero!));
      expect(acknowledged.filter((stroke) => !kept.has(stroke))).toEqual([]);
      expect(await measuresOf(theirBox.body.aeros[0].id)).toEqual([]);
      expect(heard.filter((message) => /theirs|424242/.test(message))).toEqual([]);
      // Under its new name it continues where it was.
      const again = await open((other ?? server).mqttUrl, { ...box, serial: `${box.serial}-NEW` });
      await again.publishAsync(`boxes/${box.serial}-NEW/measures`, batch(NIGHT + 5000, 1999), { qos: 1 });
      expect(await measuresOf(aero!)).toContain(1999);
    } finally {
      await other?.stop();
    }
  },
);

test('a message that names its box by its serial number alone belongs to who had it then', async () => {
  const box = await server.createBox({ client: ours.id });
  const [aero] = box.aeroIds;
  const message = (stroke: number) => JSON.parse(batch(NIGHT + stroke, stroke));
  await manager.api.patch(`/boxes/${box.id}/`, { serial_number: `${box.serial}-NEW` });
  // A message that the operator's broker still held.
  await send(server, box.serial, message(1));
  expect(await measuresOf(aero!)).toEqual([1]);
  const theirBox = await server.createBox({ client: theirs.id, serial_number: box.serial });
  await send(server, box.serial, message(2));
  expect(await measuresOf(theirBox.aeroIds[0]!)).toEqual([2]);
  expect(await measuresOf(aero!)).toEqual([1]);
});

test('replays set aside messages of an unknown box into the box that had the serial number then, else into the first', async () => {
  const box = await server.createBox({ client: ours.id });
  const [aero] = box.aeroIds;
  const { serial } = box;
  const setAside = async (stroke: number) => {
    const payload = Buffer.from(batch(NIGHT + stroke, stroke));
    const { id } = await server.db
      .insertInto('set_aside')
      .values({
        serial_number: serial,
        topic: `boxes/${serial}/measures`,
        payload,
        reason: 'unknown_box',
        detail: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const replay = async (id: number) => (await server.admin.api.post(`/set-aside/${id}/replay/`)).body;
  await manager.api.patch(`/boxes/${box.id}/`, { serial_number: `${serial}-NEW` });
  const between = await setAside(1);
  await server.createBox({ client: theirs.id, serial_number: serial });
  expect(await replay(between)).toMatchObject({ stored: 1 });
  expect(await measuresOf(aero!)).toEqual([1]);

  await send(server, 'NOT-MADE-YET', JSON.parse(batch(NIGHT, 7)));
  const { id } = await server.db
    .selectFrom('set_aside')
    .where('serial_number', '=', 'NOT-MADE-YET')
    .select('id')
    .executeTakeFirstOrThrow();
  expect(await replay(id)).toMatchObject({ stored: 0, reason: 'unknown_box' });
  const made = await server.createBox({ client: ours.id, serial_number: 'NOT-MADE-YET' });
  expect(await replay(id)).toMatchObject({ stored: 1 });
  const ledger = (await manager.api.get(`/boxes/${made.id}/ledger/`)).body;
  expect(ledger).toMatchObject({ received: 1, stored: 1, set_aside: 0 });
  await server.db.deleteFrom('boxes').where('id', '=', made.id).execute();
  await send(server, 'NOT-MADE-YET', JSON.parse(batch(NIGHT + 1, 8)));
  const deleted = await server.db
    .selectFrom('set_aside')
    .where('serial_number', '=', 'NOT-MADE-YET')
    .where('replayed_at', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow();
  expect(await replay(deleted.id)).toMatchObject({ stored: 0, reason: 'unknown_box' });
});

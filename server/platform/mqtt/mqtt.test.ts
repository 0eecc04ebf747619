import { connect as connectTcp } from 'node:net';
import { sql } from 'kysely';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import { afterEach, describe, expect, test } from 'vitest';
import type { TestBox } from '../../../testing/store-builders.ts';
import { testServer } from '../../../testing/test-server.ts';
import type { Trx } from '../database/db.ts';
import type { Uplink } from './broker.ts';
import { replaceSecret } from './store-credentials.ts';
import { nudge } from './testing.ts';

let taken: Uplink[] = [];
let hold: (uplink: Uplink) => Promise<void> = async () => undefined;
let desired: string[] = [];
const clients: MqttClient[] = [];
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const server = await testServer({
  modules: [
    ({ broker }) => ({
      name: 'taker',
      ingest: () => {
        broker.onMessage(async (uplink) => {
          taken.push(uplink);
          await hold(uplink);
        });
        broker.registerDownlink('desired', async () => desired);
        return () => undefined;
      },
    }),
  ],
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
  taken = [];
  desired = [];
  hold = async () => undefined;
});

function open(box: TestBox, options: IClientOptions = {}): MqttClient {
  const client = connect(server.mqttUrl, {
    clientId: box.serial,
    username: box.serial,
    password: box.secret,
    reconnectPeriod: 0,
    clean: false,
    ...options,
  });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}
const event = <T = unknown>(client: MqttClient, name: string) =>
  new Promise<T>((resolve, reject) => {
    setTimeout(() => reject(new Error(`no ${name}`)), 8000).unref();
    client.once(name as 'message', (...all: unknown[]) => resolve(all as T));
  });

describe('acknowledgement', () => {
  test('PUBACK does not come while the taker is pending', async () => {
    const client = open(await server.createBox());
    await event(client, 'connect');
    let commit: () => void = () => undefined;
    hold = () =>
      new Promise((resolve) => {
        commit = resolve;
      });
    let acknowledged = false;
    const published = client
      .publishAsync(`boxes/${client.options.clientId}/measures`, 'x', { qos: 1 })
      .then(() => {
        acknowledged = true;
      });
    await expect.poll(() => taken.length).toBe(1);
    await wait(300);
    expect(acknowledged).toBe(false);
    commit();
    await published;
    expect(acknowledged).toBe(true);
  });
  test('PUBACKs come in the order of the messages, whatever ends first', async () => {
    const client = open(await server.createBox());
    await event(client, 'connect');
    hold = async ({ payload }) => {
      await wait(payload.toString() === '1' ? 200 : 0);
    };
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3].map((n) =>
        client
          .publishAsync(`boxes/${client.options.clientId}/measures`, String(n), { qos: 1 })
          .then(() => order.push(n)),
      ),
    );
    expect(order).toEqual([1, 2, 3]);
  });
  test('does not acknowledge a message that cannot be committed, and disconnects the box to send it again', async () => {
    const client = open(await server.createBox());
    await event(client, 'connect');
    hold = () => Promise.reject(new Error('database away'));
    let acknowledged = false;
    client.publishAsync(`boxes/${client.options.clientId}/measures`, 'x', { qos: 1 }).then(
      () => {
        acknowledged = true;
      },
      () => undefined,
    );
    await event(client, 'close');
    expect(acknowledged).toBe(false);
  });
});

describe('admission', () => {
  test.each([
    ['wrong password', { password: 'wrong' }],
    ['no password', { password: undefined }],
    ['foreign user name', { username: 'BOX-OTHER' }],
    ['foreign client id', { clientId: 'BOX-OTHER' }],
  ])('%s is refused', async (_name, options) => {
    const client = open(await server.createBox(), options);
    const [error] = await event<[{ code: number }]>(client, 'error');
    expect([4, 5]).toContain(error.code);
  });
  test('wrong passwords for a serial number do not keep out the box that has the right one', async () => {
    const box = await server.createBox();
    // More at once than one serial number may open.
    const wrong = Array.from({ length: 160 }, () => open(box, { password: 'wrong' }));
    await Promise.all(wrong.slice(0, 120).map((client) => event(client, 'error')));
    await event(open(box), 'connect');
  });
  test('while credentials cannot be read the connection just ends, and the box comes again by itself', async () => {
    const box = await server.createBox();
    await sql`alter table boxes rename to boxes_away`.execute(server.db);
    const client = open(box, { reconnectPeriod: 50 });
    const refusals: unknown[] = [];
    client.on('error', (error) => refusals.push(error));
    try {
      await event(client, 'close');
    } finally {
      await sql`alter table boxes_away rename to boxes`.execute(server.db);
    }
    await event(client, 'connect');
    expect(refusals).toEqual([]);
  });
  test('MQTT 5 is refused cleanly', async () => {
    const client = open(await server.createBox(), { protocolVersion: 5 });
    const [error] = await event<[Error]>(client, 'error');
    expect(error.message).toMatch(/[Uu]nacceptable|[Uu]nsupported/);
  });
  test('the second session of a box ends the first', async () => {
    const box = await server.createBox();
    const first = open(box);
    await event(first, 'connect');
    const closed = event(first, 'close');
    await event(open(box), 'connect');
    await closed;
    expect(server.parts.broker.isConnected(box.id)).toBe(true);
  });
  test.each([
    ['a new password', async () => ({ secret_hash: Buffer.alloc(32, 1) })],
    ['another serial number', async () => ({ serial_number: 'RENAMED-1' })],
    ['another client', async () => ({ client_id: (await server.createClient()).id })],
  ])('%s ends the session, by whatever statement it came', async (_name, makeChange) => {
    const change = await makeChange();
    const box = await server.createBox();
    const connected = open(box);
    await event(connected, 'connect');
    const closed = event(connected, 'close');
    await server.db.updateTable('boxes').set(change).where('id', '=', box.id).execute();
    await closed;
  });
  test('deletion ends the session; a new password that overlaps with the old one does not', async () => {
    const box = await server.createBox();
    const connected = open(box);
    await event(connected, 'connect');
    let closed = false;
    connected.on('close', () => {
      closed = true;
    });
    await replaceSecret(server.db as Trx, box.id, Buffer.alloc(32, 2), new Date(Date.now() + 3_600_000));
    await wait(300);
    expect(closed).toBe(false);
    await server.db.deleteFrom('boxes').where('id', '=', box.id).execute();
    await expect.poll(() => closed).toBe(true);
  });
});

describe('topics', () => {
  test.each(['boxes/BOX-OTHER/measures', 'other', 'boxes/{serial}', '$SYS/x'])(
    'publishing to %s disconnects',
    async (topic) => {
      const box = await server.createBox();
      const client = open(box);
      await event(client, 'connect');
      client.publish(topic.replace('{serial}', box.serial), 'x', { qos: 1 });
      await event(client, 'close');
      expect(taken).toEqual([]);
    },
  );
  test.each(['#', 'boxes/+/measures', 'boxes/#', 'boxes/BOX-OTHER/desired', '$SYS/#', '+/+/+'])(
    'subscribing to %s disconnects',
    async (filter) => {
      const client = open(await server.createBox());
      await event(client, 'connect');
      client.subscribe(filter, () => undefined);
      await event(client, 'close');
    },
  );
  test('of a message over 256 KiB the beginning is taken and acknowledged; what follows it is read as ever', async () => {
    const box = await server.createBox();
    const client = open(box);
    await event(client, 'connect');
    const publish = (bytes: number) =>
      client.publishAsync(`boxes/${box.serial}/measures`, Buffer.alloc(bytes, bytes % 251), { qos: 1 });
    await Promise.all([publish(256 * 1024), publish(300 * 1024), publish(5 * 1024 * 1024), publish(7)]);
    const sizes = taken.map((one) => one.payload.length);
    expect([sizes[0], sizes[3]]).toEqual([256 * 1024, 7]);
    for (const cut of [sizes[1], sizes[2]]) {
      expect(cut).toBeGreaterThan(256 * 1024);
      expect(cut).toBeLessThan(258 * 1024);
    }
    expect(client.connected).toBe(true);
  });
  test('any other packet that is too large is refused by its header; the other boxes stay', async () => {
    const other = open(await server.createBox());
    await event(other, 'connect');
    const client = open(await server.createBox());
    await event(client, 'connect');
    client.subscribe(
      Array.from({ length: 5 }, () => `boxes/${client.options.clientId}/${'x'.repeat(60_000)}`),
      () => undefined,
    );
    await event(client, 'close');
    expect(other.connected).toBe(true);
  });
  test('garbage in place of a packet ends that connection alone', async () => {
    const { port } = new URL(server.mqttUrl);
    const socket = connectTcp(Number(port), '127.0.0.1', () =>
      socket.write(Buffer.from('GET / HTTP/1.1\r\n\r\n')),
    );
    await new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined));
    await event(open(await server.createBox()), 'connect');
  });
});

describe('down', () => {
  test('sends waiting messages on subscription, and again when a new one waits', async () => {
    const box = await server.createBox();
    desired = ['{"configurationVersion":3}'];
    const client = open(box);
    await event(client, 'connect');
    const first = event<[string, Buffer]>(client, 'message');
    await client.subscribeAsync(`boxes/${box.serial}/desired`, { qos: 1 });
    const [topic, payload] = await first;
    expect([topic, payload.toString()]).toEqual([
      `boxes/${box.serial}/desired`,
      '{"configurationVersion":3}',
    ]);
    desired = ['{"configurationVersion":4}'];
    const second = event<[string, Buffer]>(client, 'message');
    await nudge(server.db, box, 'desired');
    expect((await second)[1].toString()).toBe('{"configurationVersion":4}');
  });
  test('a persistent session subscribes again: none is kept', async () => {
    const box = await server.createBox();
    const client = open(box, { clean: false });
    await event(client, 'connect');
    await client.subscribeAsync(`boxes/${box.serial}/#`, { qos: 1 });
    await client.endAsync();
    const [connack] = await event<[{ sessionPresent: boolean }]>(open(box, { clean: false }), 'connect');
    expect(connack.sessionPresent).toBe(false);
  });
  test('a box never hears what it said itself', async () => {
    const box = await server.createBox();
    const client = open(box);
    await event(client, 'connect');
    const heard: string[] = [];
    client.on('message', (topic) => heard.push(topic));
    await client.subscribeAsync(`boxes/${box.serial}/#`, { qos: 1 });
    await client.publishAsync(`boxes/${box.serial}/measures`, 'x', { qos: 1 });
    await wait(200);
    expect(heard).toEqual([]);
  });
});

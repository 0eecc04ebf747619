import { createServer, type Server, type Socket } from 'node:net';
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts';
import type { Uplink } from './broker.ts';
import { externalBroker } from './external.ts';
import { nudge } from './testing.ts';

const SERVER_BUSY = 0x89;

/** Passes on the packets of a connection, except those of the connections that probe at the start. */
function readPackets(incoming: Socket, take: (packet: Packet) => void): void {
  const packets = parser({ protocolVersion: 5 });
  incoming.on('data', (chunk) => packets.parse(chunk)).on('error', () => undefined);
  packets.on('packet', (packet: Packet) => {
    if (packet.cmd === 'connect' && !/^aerowatch-[0-9a-f]{16}$/.test(packet.clientId)) incoming.destroy();
    else take(packet);
  });
}

const publication = (messageId: number, topic: string, payload: string): IPublishPacket => ({
  cmd: 'publish',
  topic,
  payload,
  qos: 1,
  dup: false,
  retain: false,
  messageId,
});

/** The part of an MQTT 5 broker that the console needs: one session, resent until acknowledged. */
function makeTinyBroker() {
  const unacknowledged = new Map<number, IPublishPacket>();
  const subscriptions: string[] = [];
  const published: IPublishPacket[] = [];
  const connects: string[] = [];
  let socket: Socket | undefined;
  let nextId = 1;
  let refusals = 0;
  const write = (packet: Packet) => socket?.write(generate(packet, { protocolVersion: 5 }));
  const answerConnect = (clientId: string) => {
    if (refusals > 0) {
      refusals -= 1;
      write({ cmd: 'connack', reasonCode: SERVER_BUSY, sessionPresent: false });
      socket?.end();
      return;
    }
    connects.push(clientId);
    write({ cmd: 'connack', reasonCode: 0, sessionPresent: connects.length > 1 });
    for (const one of unacknowledged.values()) write({ ...one, dup: true });
  };
  const server: Server = createServer((incoming) => {
    readPackets(incoming, (packet) => {
      socket = incoming;
      switch (packet.cmd) {
        case 'connect':
          return answerConnect(packet.clientId);
        case 'subscribe':
          subscriptions.push(...packet.subscriptions.map((one) => one.topic));
          return write({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [1] });
        case 'puback':
          return unacknowledged.delete(packet.messageId ?? 0);
        case 'publish':
          published.push(packet);
          return write({ cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: 0 });
        case 'pingreq':
          return write({ cmd: 'pingresp' });
      }
    });
  });
  return {
    server,
    unacknowledged,
    subscriptions,
    published,
    connects,
    /** Closes the connection, and refuses the next ones this many times. */
    restartBusy(times: number) {
      refusals = times;
      socket?.destroy();
    },
    refusals: () => refusals,
    deliver(topic: string, payload: string) {
      const packet = publication(nextId++, topic, payload);
      unacknowledged.set(packet.messageId ?? 0, packet);
      write(packet);
    },
  };
}

const broker = makeTinyBroker();
const taken: Uplink[] = [];
let hold: (uplink: Uplink) => Promise<void> = async () => undefined;
let server: TestServer;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
beforeAll(async () => {
  await new Promise<void>((resolve) => broker.server.listen(0, '127.0.0.1', resolve));
  const { port } = broker.server.address() as { port: number };
  // Messages that the session of a killed process still holds come directly after the CONNACK.
  broker.deliver('boxes/B-0/measures', 'held');
  server = await startTestServer({
    env: { MQTT_URL: `mqtt://127.0.0.1:${port}`, LOG_LEVEL: 'silent' },
    modules: [
      ({ broker: boxes }) => ({
        name: 'taker',
        ingest: () => {
          boxes.onMessage(async (uplink) => {
            taken.push(uplink);
            await hold(uplink);
          });
          boxes.registerDownlink('desired', async (box) => [`{"for":${box}}`]);
          return () => undefined;
        },
      }),
    ],
  });
});
afterAll(async () => {
  await server.stop();
  broker.server.close();
});

test('subscribes shared, in a session that outlives a restart', () => {
  expect(broker.subscriptions).toEqual(['$share/console/boxes/+/#']);
  expect(broker.connects[0]).toMatch(/^aerowatch-[0-9a-f]{16}$/);
});

test('takes what came before it had subscribed', async () => {
  await expect.poll(() => taken.map((one) => one.payload.toString())).toEqual(['held']);
  await expect.poll(() => broker.unacknowledged.size).toBe(0);
});

test('acknowledges after the commit, many at a time, in any order', async () => {
  const commits = new Map<string, () => void>();
  hold = ({ payload }) => new Promise((resolve) => commits.set(payload.toString(), resolve));
  for (const n of ['1', '2', '3']) broker.deliver('boxes/B-1/measures', n);
  await expect.poll(() => [...commits.keys()]).toEqual(['1', '2', '3']);
  await wait(200);
  expect(broker.unacknowledged.size).toBe(3);
  commits.get('2')?.();
  await expect.poll(() => [...broker.unacknowledged.values()].map((one) => one.payload)).toEqual(['1', '3']);
  commits.get('1')?.();
  commits.get('3')?.();
  await expect.poll(() => broker.unacknowledged.size).toBe(0);
  expect(taken[1]).toMatchObject({ serial: 'B-1', topic: 'boxes/B-1/measures' });
});

test('does not acknowledge a message that cannot be committed; it arrives again', async () => {
  let tries = 0;
  hold = async () => {
    tries += 1;
    if (tries === 1) throw new Error('database away');
  };
  broker.deliver('boxes/B-2/measures', 'again');
  await expect.poll(() => broker.unacknowledged.size).toBe(0);
  expect(tries).toBe(2);
});

test('does not read its own messages as uplinks; sends waiting messages when the box sends, and on a nudge', async () => {
  const box = await server.createBox({ serial_number: 'B-3' });
  hold = async () => undefined;
  const before = taken.length;
  broker.deliver('boxes/B-3/desired', 'down');
  await expect.poll(() => broker.unacknowledged.size).toBe(0);
  expect(taken.length).toBe(before);
  broker.deliver('boxes/B-3/reported', 'up');
  const sent = () =>
    broker.published
      .filter((one) => one.topic === 'boxes/B-3/desired')
      .map((one) => [one.payload.toString(), one.qos, one.retain]);
  await expect.poll(sent).toEqual([[`{"for":${box.id}}`, 1, false]]);
  await nudge(server.db, box, 'desired');
  await expect.poll(() => sent().length).toBe(2);
});

test('a broker at an IPv6 address', async () => {
  const other = makeTinyBroker();
  await new Promise<void>((resolve) => other.server.listen(0, '::1', resolve));
  const { port } = other.server.address() as { port: number };
  const connected = externalBroker(`mqtt://[::1]:${port}`, {
    ...server.parts,
    config: { ...server.parts.config, sharedNetworks: [] },
    hub: { listen: () => () => undefined } as never,
    registry: new Registry(),
  });
  await connected.start();
  expect(other.subscriptions).toEqual(['$share/console/boxes/+/#']);
  await connected.stop();
  other.server.close();
});

test('a broker that refuses for now is asked again', async () => {
  hold = async () => undefined;
  broker.restartBusy(2);
  await expect.poll(() => broker.refusals()).toBe(0);
  broker.deliver('boxes/B-4/measures', 'after');
  await expect.poll(() => broker.unacknowledged.size).toBe(0);
  expect(taken.at(-1)?.payload.toString()).toBe('after');
});

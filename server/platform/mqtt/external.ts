import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import { Counter } from 'prom-client';
import type { Db } from '../database/db.ts';
import type { Log } from '../log/log.ts';
import {
  type BoxBroker,
  CONNECTION_CHANNEL,
  DOWNLINK_CHANNEL,
  type DownlinkLoader,
  type DownlinkTopic,
  readConnectionNotice,
  readDownlinkNotice,
  UPLINK_TOPICS,
  type UplinkTaker,
} from './broker.ts';
import type { BrokerOptions } from './broker-options.ts';
import { warnOfAccess } from './external-access.ts';
import { hostOf } from './external-host.ts';
import { clearRetained } from './external-retained.ts';
import { credentialsByBox, credentialsBySerial } from './store-credentials.ts';
import { downTopic, serialOf } from './topics.ts';

const SHARED = '$share/console/boxes/+/#';
const UP = new RegExp(`^boxes/[^/]+/(${UPLINK_TOPICS.join('|')})$`);
/** Maximum number of messages from the broker waiting for a commit. */
const IN_FLIGHT = 1000;
/** A box that sends is connected: its waiting messages are sent, at most this often. */
const SEND_AGAIN_MS = 60_000;

interface Sender {
  _sendPacket(
    packet: { cmd: string; messageId?: number; reasonCode?: number },
    done?: () => void,
    stored?: () => void,
  ): void;
}

/** Options of the console's connection to the operator's broker. */
const PERSISTENT = {
  protocolVersion: 5,
  clean: false,
  properties: { sessionExpiryInterval: 86_400, receiveMaximum: IN_FLIGHT },
  reconnectPeriod: 1000,
  // A broker that is busy or starting refuses temporarily; by default mqtt.js would never retry.
  reconnectOnConnackError: true,
  connectTimeout: 10_000,
  resubscribe: true,
} as const satisfies IClientOptions;

/** Boxes connect to that broker, which decides alone whom it admits. */
const NOT_HERE = {
  onClaim: () => undefined,
  isConnected: () => false,
  port: () => null,
  tlsPort: () => null,
  certificateExpiry: () => undefined,
};

/**
 * An MQTT 5 broker of the operator, shared with the other ingest processes. Its messages are acknowledged to
 * it after the commit, many at a time; its acknowledgements to the boxes are its own.
 */
export function externalBroker(url: string, { config, db, hub, log, registry }: BrokerOptions): BoxBroker {
  const received = new Counter({
    name: 'mqtt_messages_total',
    help: 'Messages taken from boxes',
    registers: [registry],
  });
  let take: UplinkTaker = () => Promise.reject(new Error('nothing takes messages yet'));
  let client: MqttClient | undefined;
  const downlinks = makeDownlinks(() => client, db, log);
  const receive = async (topic: string, payload: Buffer): Promise<void> => {
    const serial = serialOf(topic);
    if (serial === undefined || !UP.test(topic)) return;
    received.inc();
    await take({ serial, topic, payload });
    downlinks.sendWhatWaits(serial);
  };
  const acknowledgements = acknowledgeAfterCommit(receive, log);
  hub.listen(DOWNLINK_CHANNEL, (payload) => {
    void downlinks
      .send(readDownlinkNotice(payload))
      .catch((error) => log.warn({ err: error }, 'a message to a box could not be sent'));
  });
  // An earlier version may have left messages on the former topic of a box.
  hub.listen(CONNECTION_CHANNEL, (payload) => {
    const notice = readConnectionNotice(payload);
    if ('changed' in notice) void forget(notice.changed, notice.serial).catch(notRemoved);
  });
  const notRemoved = (error: unknown) => log.warn({ err: error }, 'a retained message could not be removed');
  const forget = async (box: number, serial: string): Promise<void> => {
    if ((await credentialsByBox(db, [box], new Date())).get(box)?.serial === serial) return;
    await client?.publishAsync(downTopic(serial, 'desired'), '', { qos: 1, retain: true });
  };

  return {
    onMessage: (taker) => {
      take = taker;
    },
    registerDownlink: downlinks.register,
    ...NOT_HERE,
    connections: () => (client?.connected === true ? 1 : 0),
    async start() {
      const options = { ...PERSISTENT, ...hostOf(url), clientId: clientId(config.port) };
      const connecting = connect(url, options);
      // Before it is connected, because the messages of the session come directly after the CONNACK.
      acknowledgements.attach(connecting);
      await connected(connecting);
      client = connecting;
      client.on('error', (error) => log.warn({ reason: error.message }, 'the external broker'));
      await subscribeShared(client);
      void lookAround(url, config.mqttProbeUrl, log);
    },
    async stop() {
      await acknowledgements.stop();
      await client?.endAsync();
    },
  };
}

async function subscribeShared(client: MqttClient): Promise<void> {
  const [granted] = await client.subscribeAsync(SHARED, { qos: 1 });
  if (granted !== undefined && granted.qos > 2)
    throw new Error('the external broker refuses the shared subscription');
}

/**
 * Once connected: removes retained messages and warns of a broker that does not separate boxes; nothing waits
 * for this.
 */
async function lookAround(url: string, probeUrl: string | null, log: Log): Promise<void> {
  try {
    const cleared = await clearRetained(url);
    if (cleared > 0) log.info({ cleared }, 'configurations that the external broker retained were removed');
    await warnOfAccess(url, probeUrl, log);
  } catch (error) {
    log.warn({ err: error }, 'what the external broker retains and who reads it could not be looked at');
  }
}

interface Waiting {
  readonly topic: DownlinkTopic;
  readonly box: number;
  readonly serial: string;
}

/**
 * Publishes messages waiting for boxes. They are not retained, because any later subscriber would get them,
 * including secrets.
 */
function makeDownlinks(client: () => MqttClient | undefined, db: Db, log: Log) {
  const loaders = new Map<DownlinkTopic, DownlinkLoader>();
  const sentAt = new Map<string, number>();
  const send = async ({ topic, box, serial }: Waiting): Promise<void> => {
    for (const payload of (await loaders.get(topic)?.(box)) ?? [])
      await client()?.publishAsync(downTopic(serial, topic), Buffer.from(payload), { qos: 1 });
  };
  const sendAll = async (serial: string): Promise<void> => {
    const box = (await credentialsBySerial(db, [serial], new Date())).get(serial)?.box;
    if (box === undefined) return;
    for (const topic of loaders.keys()) await send({ topic, box, serial });
  };
  return {
    register: (topic: DownlinkTopic, load: DownlinkLoader) => void loaders.set(topic, load),
    send,
    /** Sends on every topic, unless that was done recently. */
    sendWhatWaits(serial: string): void {
      const now = Date.now();
      if (now - (sentAt.get(serial) ?? 0) < SEND_AGAIN_MS) return;
      sentAt.set(serial, now);
      void sendAll(serial).catch((error) =>
        log.warn({ err: error, serial }, 'what waits for a box could not be sent'),
      );
    },
  };
}

/**
 * mqtt.js acknowledges each message before it handles the next. Its own PUBACKs are suppressed, and ours sent
 * after the commit; a message that cannot be committed now ends the connection, so that it is sent again.
 */
function acknowledgeAfterCommit(receive: (topic: string, payload: Buffer) => Promise<void>, log: Log) {
  const pending = new Set<Promise<void>>();
  let stopping = false;
  return {
    attach(connection: MqttClient): void {
      const sendOwn = swallowPubacks(connection);
      connection.on('message', (topic: string, payload: Buffer, packet: IPublishPacket) => {
        const { stream } = connection;
        const work = receive(topic, payload).then(
          () => {
            if (packet.qos === 1 && connection.stream === stream) sendOwn(packet.messageId);
          },
          (error) => {
            if (stopping) return;
            log.warn({ err: error }, 'messages of the broker wait');
            setTimeout(() => connection.stream === stream && stream.destroy(), 1000).unref();
          },
        );
        pending.add(work);
        void work.finally(() => pending.delete(work));
      });
    },
    /** Resolves when pending messages are committed, after some seconds at the latest. */
    async stop(): Promise<void> {
      stopping = true;
      const late = new Promise((resolve) => setTimeout(resolve, 5000).unref());
      await Promise.race([Promise.allSettled(pending), late]);
    },
  };
}

/** Suppresses the PUBACKs of mqtt.js; returns a function to send one. */
function swallowPubacks(connection: MqttClient): (messageId: number | undefined) => void {
  const sender = connection as unknown as Sender;
  const sendPacket = sender._sendPacket.bind(connection);
  const ours = new WeakSet<object>();
  sender._sendPacket = (packet, done, stored) => {
    if (packet.cmd === 'puback' && !ours.has(packet)) done?.();
    else sendPacket(packet, done, stored);
  };
  return (messageId) => {
    const ack = { cmd: 'puback', messageId, reasonCode: 0 };
    ours.add(ack);
    sender._sendPacket(ack as never);
  };
}

/** Resolves at the first CONNACK; a broker that cannot be reached at the start makes the start fail. */
function connected(client: MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      client.end(true);
      reject(error);
    };
    client.once('error', fail);
    client.once('connect', () => {
      client.off('error', fail);
      resolve();
    });
  });
}

/**
 * Stays the same after a restart, because a broker returns the queue of a session only to its owner. Differs
 * for each process of a machine, because two with one id would disconnect each other for ever.
 */
function clientId(port: number): string {
  const name = hostname();
  return `aerowatch-${createHash('sha256')
    .update(`${name}:${port}:${process.cwd()}:${process.argv.slice(1).join(' ')}`)
    .digest('hex')
    .slice(0, 16)}`;
}

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
/** Messages of the broker under way to a commit at once. */
const IN_FLIGHT = 1000;
/** A box that speaks is connected: what waits for it is sent, so often at most. */
const SEND_AGAIN_MS = 60_000;

interface Sender {
  _sendPacket(
    packet: { cmd: string; messageId?: number; reasonCode?: number },
    done?: () => void,
    stored?: () => void,
  ): void;
}

/** How the console speaks to the broker of the operator. */
const PERSISTENT = {
  protocolVersion: 5,
  clean: false,
  properties: { sessionExpiryInterval: 86_400, receiveMaximum: IN_FLIGHT },
  reconnectPeriod: 1000,
  // A broker that is busy or starting refuses for now; mqtt.js would never come again.
  reconnectOnConnackError: true,
  connectTimeout: 10_000,
  resubscribe: true,
} as const satisfies IClientOptions;

/**
 * An MQTT 5 broker of the operator, shared with the other ingest processes. Its messages are
 * acknowledged to it after the commit, many at a time; what it promised the boxes is its own word.
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
  // What a version before may have left on the topic of a box that has it no longer.
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
    isConnected: () => false,
    connections: () => (client?.connected === true ? 1 : 0),
    async start() {
      const options = { ...PERSISTENT, ...hostOf(url), clientId: clientId(config.port) };
      const connecting = connect(url, options);
      // Before it is connected: what the session holds comes right behind the CONNACK.
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
    port: () => null,
    tlsPort: () => null,
    certificateExpiry: () => undefined,
  };
}

async function subscribeShared(client: MqttClient): Promise<void> {
  const [granted] = await client.subscribeAsync(SHARED, { qos: 1 });
  if (granted !== undefined && granted.qos > 2)
    throw new Error('the external broker refuses the shared subscription');
}

/** Once connected: removes what is retained and warns of a broker that keeps boxes not apart; nothing waits for it. */
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

/** Publishes what waits for boxes. Nothing is retained: it would be there for whoever subscribes, secrets and all. */
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
    /** On every topic; nothing when that was done a short while ago. */
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
 * mqtt.js acknowledges each message before it looks at the next. Its own PUBACKs are swallowed, and ours
 * sent after the commit; a message that cannot be committed now ends the connection, so it comes again.
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
    /** Resolves when what is under way is committed, after some seconds at the latest. */
    async stop(): Promise<void> {
      stopping = true;
      const late = new Promise((resolve) => setTimeout(resolve, 5000).unref());
      await Promise.race([Promise.allSettled(pending), late]);
    },
  };
}

/** Lets no PUBACK of mqtt.js out; answers how to send one. */
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

/** Resolves at the first CONNACK; a broker that cannot be reached at the start is an error of the start. */
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
 * The same after a restart: a broker gives the queue of a session back to its owner alone. Another for
 * each process of a machine: two of one name would throw each other out for ever.
 */
function clientId(port: number): string {
  const name = hostname();
  return `aerowatch-${createHash('sha256')
    .update(`${name}:${port}:${process.cwd()}:${process.argv.slice(1).join(' ')}`)
    .digest('hex')
    .slice(0, 16)}`;
}

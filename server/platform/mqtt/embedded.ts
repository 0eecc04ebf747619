import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes, type Client } from 'aedes';
import { Counter, Gauge } from 'prom-client';
import { type Certificate, watchCertificate } from '../certificate.ts';
import { gather } from '../events/gather.ts';
import { notify } from '../events/store-events.ts';
import { bucketPer } from '../rate.ts';
import { makeAdmission } from './admission.ts';
import { makeAuthenticate } from './authenticate.ts';
import {
  type BoxBroker,
  DOWNLINK_CHANNEL,
  type DownlinkLoader,
  type DownlinkTopic,
  SESSION_CHANNEL,
  type UplinkTaker,
} from './broker.ts';
import type { BrokerOptions } from './broker-options.ts';
import { makeNetworks } from './networks.ts';
import { capPackets } from './packet-cap.ts';
import { downTopic, matches, mayPublish, maySubscribe } from './topics.ts';

/** A message is at most 256 KiB; the topic and the header come on top. A longer one is cut here. */
const MAX_PACKET = 256 * 1024 + 1024;
const CONNECTIONS_PER_SECOND = 500;
const MAX_WAITING = 20_000;
/** While so many messages wait for their commit few others are let in: fifteen transactions' worth. */
const MAX_PENDING = 3000;
/** Messages of one box: a backlog passes at once, a flood is slowed down, alone. */
const MESSAGES = { perSecond: 200, burst: 2000 };

type Callback = (error?: Error | null) => void;

/** The embedded broker: MQTT 3.1.1, no state of its own, PUBACK after the taker's promise. */
export function embeddedBroker({ config, db, hub, log, registry }: BrokerOptions): BoxBroker {
  const process = randomUUID();
  const loaders = new Map<DownlinkTopic, DownlinkLoader>();
  const messages = bucketPer(MESSAGES.perSecond, MESSAGES.burst);
  const networks = makeNetworks(config.sharedNetworks);
  /** Ends of each connection's acknowledgements: they go out in the order the messages came. */
  const tails = new WeakMap<Client, Promise<void>>();
  const pending = new Set<Promise<void>>();
  const servers: Server[] = [];
  let certificate: Certificate | undefined;
  let take: UplinkTaker = () => Promise.reject(new Error('nothing takes messages yet'));
  let stopping = false;

  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const refused = counter('mqtt_refused_total', 'Connections, messages and subscriptions refused', [
    'reason',
  ]);
  const received = counter('mqtt_messages_total', 'Messages taken from boxes');

  const aedes = new Aedes({
    connectTimeout: 10_000,
    drainTimeout: 30_000,
    maxInflightInbound: 20,
    queueLimit: 50,
    heartbeatInterval: 60_000,
    preConnect: (_client, packet, done) => {
      // What a box must get is read from the database when it subscribes: no session is kept, so none may
      // be promised, or it would not subscribe again. Wills have no use here.
      packet.clean = true;
      packet.will = undefined;
      done(null, !stopping);
    },
    authenticate: makeAuthenticate({
      db,
      log,
      networks,
      refused: (reason) => refused.inc({ reason }),
    }) as never,
    authorizePublish: (client, packet, done) => {
      if (client === null) return done(new Error('no wills'));
      packet.retain = false;
      if (!mayPublish(client.id, packet.topic)) return close(client, 'foreign topic', done);
      acknowledge(client, accept(client, packet.topic, packet.payload as Buffer), done);
    },
    authorizeSubscribe: (client, subscription, done) => {
      if (maySubscribe(client.id, subscription.topic)) return done(null, subscription);
      close(client, 'foreign topic', (error) => done(error ?? null, null));
    },
    // What a box sent goes to the database and to nobody else, itself included.
    authorizeForward: (client, packet) =>
      (packet as { clientId?: string }).clientId === undefined &&
      packet.topic.startsWith(`boxes/${client.id}/`)
        ? packet
        : null,
  });
  const opened = gather<string>(50, (serials) => {
    for (let start = 0; start < serials.length; start += 100)
      notify(db, SESSION_CHANNEL, `${process}:${serials.slice(start, start + 100).join(',')}`).catch(
        () => undefined,
      );
  });
  const clients = () => (aedes as unknown as { clients: Record<string, Client> }).clients;

  const close = (client: Client, reason: string, done: Callback) => {
    refused.inc({ reason });
    log.warn({ serial: client.id, reason }, 'a box was disconnected');
    done(new Error(reason));
  };

  const accept = async (client: Client, topic: string, payload: Buffer | string): Promise<void> => {
    const wait = messages.of(client.id, performance.now()).take(performance.now());
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (stopping) throw new Error('stopping');
    received.inc();
    await take({ serial: client.id, topic, payload: Buffer.from(payload) });
  };

  const acknowledge = (client: Client, done: Promise<void>, callback: Callback) => {
    const before = tails.get(client) ?? Promise.resolve();
    // Not acknowledged: the box keeps it and sends it again, so everything after it must wait as well.
    const mine = done
      .catch(() => undefined)
      .then(() => before)
      .then(() => done);
    tails.set(client, mine);
    pending.add(mine);
    mine
      .then(
        () => callback(null),
        (error) => callback(error as Error),
      )
      .finally(() => pending.delete(mine))
      .catch(() => undefined);
  };

  const send = async (client: Client, topic: DownlinkTopic): Promise<void> => {
    const full = downTopic(client.id, topic);
    for (const payload of (await loaders.get(topic)?.(client.id)) ?? []) {
      if (clients()[client.id] !== client) return;
      const packet = {
        cmd: 'publish' as const,
        topic: full,
        payload: Buffer.from(payload),
        qos: 1 as const,
        retain: false,
        dup: false,
      };
      await new Promise<void>((resolve) => client.publish(packet, () => resolve()));
    }
  };
  const subscribed = (client: Client, topic: DownlinkTopic) => {
    const filters = Object.keys((client as unknown as { subscriptions: object }).subscriptions);
    return filters.some((filter) => matches(filter, downTopic(client.id, topic)));
  };
  const sendAll = (client: Client, filters: readonly string[]) => {
    for (const topic of loaders.keys())
      if (filters.some((filter) => matches(filter, downTopic(client.id, topic))))
        void send(client, topic).catch((error) =>
          log.warn({ err: error, serial: client.id }, 'what waits for a box could not be read'),
        );
  };

  aedes.on('subscribe', (subscriptions, client) => {
    if (client)
      sendAll(
        client,
        subscriptions.map((one) => one.topic),
      );
  });
  aedes.on('clientReady', (client) => {
    // One live session per box, over all processes.
    opened([client.id]);
  });
  aedes.on('clientError', (client, error) => {
    if (error.message === 'packet too large') {
      refused.inc({ reason: error.message });
      log.warn({ serial: client.id }, 'a box sent a packet that is too large');
    } else log.debug({ serial: client.id, reason: error.message }, 'a connection of a box ended');
  });
  aedes.on('connectionError', (_client, error) =>
    log.debug({ reason: error.message }, 'a connection was refused'),
  );
  registry.registerMetric(
    new Gauge({
      name: 'mqtt_connections',
      help: 'Boxes connected to this process',
      registers: [],
      collect() {
        this.set(aedes.connectedClients);
      },
    }),
  );

  hub.listen(SESSION_CHANNEL, (payload) => {
    const [from, serials] = split(payload);
    if (from !== process) for (const serial of serials.split(',')) clients()[serial]?.close();
  });
  hub.listen(DOWNLINK_CHANNEL, (payload) => {
    const [topic, serial] = split(payload);
    const client = clients()[serial];
    if (client !== undefined && subscribed(client, topic as DownlinkTopic))
      sendAll(client, [downTopic(serial, topic as DownlinkTopic)]);
  });
  hub.onGap(() => {
    for (const client of Object.values(clients()))
      sendAll(client, Object.keys((client as unknown as { subscriptions: object }).subscriptions));
  });

  const admission = makeAdmission({
    perSecond: CONNECTIONS_PER_SECOND,
    maxWaiting: MAX_WAITING,
    networks,
    busy: () => pending.size > MAX_PENDING,
    admit: (socket) => capPackets(aedes.handle(socket), MAX_PACKET),
  });
  const onSocket = (socket: Socket) => {
    socket.setNoDelay(true).setKeepAlive(true, 60_000);
    admission.add(socket);
  };
  const listen = async (server: Server, port: number) => {
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen({ host: config.mqttHost, port, backlog: 4096 }, resolve),
    );
    servers.push(server);
  };

  return {
    onMessage: (taker) => {
      take = taker;
    },
    registerDownlink: (topic, load) => void loaders.set(topic, load),
    isConnected: (serial) => clients()[serial] !== undefined,
    connections: () => aedes.connectedClients,
    async start() {
      await aedes.listen();
      await listen(createServer(onSocket), config.mqttPort);
      if (config.mqttsPort === null || config.tls === null) return;
      const { cert, key } = config.tls;
      const authority = config.clientCa === null ? {} : { ca: config.clientCa };
      const common = { ...authority, minVersion: 'TLSv1.2', sessionTimeout: 3600 } as const;
      // Who has no certificate, or one that counts for nothing, comes by password.
      const asking = { requestCert: config.clientCa !== null, rejectUnauthorized: false };
      const server = createTlsServer({ ...common, ...asking, cert, key, handshakeTimeout: 30_000 }, onSocket);
      certificate = watchCertificate(config.tls, {
        registry,
        log,
        changed: (pair) => server.setSecureContext({ ...common, ...pair }),
      });
      await listen(server, config.mqttsPort);
    },
    async stop() {
      stopping = true;
      certificate?.stop();
      admission.stop();
      for (const server of servers) server.close();
      const late = new Promise((resolve) => setTimeout(resolve, 3000).unref());
      await Promise.race([Promise.allSettled(pending), late]);
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
    },
    port: () => portOf(servers[0]),
    tlsPort: () => portOf(servers[1]),
    certificateExpiry: () => certificate?.expiresAt(),
  };
}

function portOf(server: Server | undefined): number | null {
  const address = server?.address();
  return typeof address === 'object' && address !== null ? address.port : null;
}

/** `head:rest`, the rest whole. */
function split(payload: string): [string, string] {
  const at = payload.indexOf(':');
  return [payload.slice(0, at), payload.slice(at + 1)];
}

import { Aedes, type AedesOptions, type Client, type ConnectPacket } from 'aedes';
import { bucketPer } from '../../load/rate.ts';
import {
  type BoxBroker,
  type ClaimTaker,
  DOWNLINK_CHANNEL,
  readDownlinkNotice,
  type Uplink,
  type UplinkTaker,
} from '../broker.ts';
import type { BrokerOptions } from '../broker-options.ts';
import { mayPublish, maySubscribe } from '../topics.ts';
import { makeAcknowledgements } from './acknowledgements.ts';
import { makeAdmission } from './admission.ts';
import { makeAuthenticate } from './authenticate.ts';
import { makeBrokerMetrics } from './broker-metrics.ts';
import { type Connections, makeConnections } from './connections.ts';
import { makeDownlinks } from './downlinks.ts';
import { makeListeners } from './listeners.ts';
import { makeNetworks } from './networks.ts';
import { capPackets } from './packet-cap.ts';
import { makeRefusals } from './refusals.ts';

/** A message is at most 256 KiB, plus topic and header. A longer one is cut here. */
const MAX_PACKET = 256 * 1024 + 1024;
const CONNECTIONS_PER_SECOND = 500;
const MAX_WAITING = 20_000;
/** While this many messages wait for their commit, few others are admitted: fifteen transactions' worth. */
const MAX_PENDING = 3000;
/** Rate of messages per box: a backlog passes at once, a flood is slowed down, without affecting others. */
const MESSAGES = { perSecond: 200, burst: 2000 };
/** A long message counts as several, because reading it takes as long. A day's batch counts as one. */
const BYTES_OF_ONE = 16 * 1024;
export const messageCost = (bytes: number): number => 1 + Math.floor(bytes / BYTES_OF_ONE);
/** ms that a stop waits for pending commits. */
const STOP_MS = 3000;

const LIMITS = {
  connectTimeout: 10_000,
  drainTimeout: 30_000,
  maxInflightInbound: 20,
  queueLimit: 50,
  heartbeatInterval: 60_000,
} satisfies AedesOptions;

type Callback = (error?: Error | null) => void;

/** The embedded broker: MQTT 3.1.1, stateless, with PUBACK after the taker's promise. */
export function embeddedBroker(options: BrokerOptions): BoxBroker {
  const { config, db, hub, log, registry, room } = options;
  const networks = makeNetworks(config.sharedNetworks, room.mqtt);
  const acknowledgements = makeAcknowledgements();
  const connections = makeConnections(db, hub);
  const refusals = makeRefusals(db, log);
  const takers = nobodyYet();
  let stopping = false;

  const metrics = makeBrokerMetrics(registry, () => aedes.connectedClients);
  const accept = acceptBy(() => {
    if (stopping) throw new Error('stopping');
    metrics.received();
    return takers.message;
  });
  const aedes = new Aedes({
    ...LIMITS,
    ...authorization(disconnectWith(log, metrics.refused), publishTo(accept, connections, acknowledgements)),
    preConnect: (_client, packet, done) => {
      promiseNothing(packet);
      done(null, !stopping);
    },
    authenticate: makeAuthenticate({ db, log, networks, connections, metrics, refusals, takers }) as never,
  });
  const downlinks = sendDown(aedes, hub, connections, log);
  const admission = admissionTo(aedes, networks, acknowledgements, room);
  const listeners = makeListeners(options, admission.add);

  aedes.on('clientReady', connections.opened);
  logEnds(aedes, log, metrics.refused);

  return {
    onMessage: (taker) => {
      takers.message = taker;
    },
    registerDownlink: downlinks.register,
    onClaim: (taker) => {
      takers.claim = taker;
    },
    isConnected: (box) => connections.ofBox(box) !== undefined,
    connections: () => aedes.connectedClients,
    async start() {
      await aedes.listen();
      await listeners.start();
    },
    async stop() {
      stopping = true;
      listeners.stop();
      admission.stop();
      await acknowledgements.settled(STOP_MS);
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      refusals.stop();
    },
    port: listeners.port,
    tlsPort: listeners.tlsPort,
    certificateExpiry: listeners.certificateExpiry,
  };
}

/** Who takes messages and claims, until they are known. */
const nobodyYet = (): { message: UplinkTaker; claim: ClaimTaker } => ({
  message: () => Promise.reject(new Error('nothing takes messages yet')),
  claim: () => Promise.resolve(false),
});

/**
 * Takes the messages of boxes. One that waits for a client is heard while what is kept of it has room; then its
 * connection ends.
 */
function publishTo(
  accept: UplinkTaker,
  connections: Connections,
  acknowledgements: ReturnType<typeof makeAcknowledgements>,
) {
  const heard = async (client: Client, topic: string, payload: Buffer): Promise<void> => {
    const proof = connections.proofOf(client);
    if (proof?.waits === true && !(await connections.isStillTrue(client)))
      throw new Error('no more is kept of a box that waits');
    return accept({ box: proof?.box, serial: client.id, topic, payload });
  };
  return (client: Client, topic: string, payload: Buffer | string, done: Callback): void =>
    acknowledgements.add(client, heard(client, topic, Buffer.from(payload)), done);
}

type Disconnect = (client: Client, reason: string, done: Callback) => void;

const disconnectWith =
  (log: BrokerOptions['log'], refused: (reason: string) => void): Disconnect =>
  (client, reason, done) => {
    refused(reason);
    log.warn({ serial: client.id, reason }, 'a box was disconnected');
    done(new Error(reason));
  };

/** Admits connections at a limited rate, and few while commits are delayed. */
function admissionTo(
  aedes: Aedes,
  networks: ReturnType<typeof makeNetworks>,
  acknowledgements: ReturnType<typeof makeAcknowledgements>,
  room: BrokerOptions['room'],
) {
  return makeAdmission({
    perSecond: CONNECTIONS_PER_SECOND,
    maxWaiting: Math.min(MAX_WAITING, Math.ceil(room.mqtt / 4)),
    networks,
    busy: () => acknowledgements.count() > MAX_PENDING,
    admit: (socket) => capPackets(aedes.handle(socket), MAX_PACKET),
  });
}

/** Sends boxes their waiting messages, when they subscribe and when there are new ones. */
function sendDown(
  aedes: Aedes,
  hub: BrokerOptions['hub'],
  connections: Connections,
  log: BrokerOptions['log'],
) {
  const downlinks = makeDownlinks(connections, log);
  aedes.on('subscribe', (subscriptions, client) => {
    const filters = subscriptions.map(({ topic }) => topic);
    if (client) downlinks.sendTo(client, filters);
  });
  hub.listen(DOWNLINK_CHANNEL, (payload) => {
    const { topic, box } = readDownlinkNotice(payload);
    downlinks.sendTopic(box, topic);
  });
  hub.onGap(() => connections.all().forEach(downlinks.sendEverything));
  return downlinks;
}

/**
 * The messages for a box are read from the database when it subscribes: no session is stored, so none may be
 * announced, or the box would not subscribe again. Wills are not used here.
 */
function promiseNothing(packet: ConnectPacket): void {
  packet.clean = true;
  packet.will = undefined;
}

/**
 * Accepts messages of boxes, each box at its own rate; resolves at the commit. `taker` throws when messages
 * are not accepted.
 */
function acceptBy(taker: () => UplinkTaker) {
  const messages = bucketPer(MESSAGES.perSecond, MESSAGES.burst);
  return async (uplink: Uplink): Promise<void> => {
    const now = performance.now();
    const wait = messages.of(uplink.serial, now).take(now, messageCost(uplink.payload.length));
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await taker()(uplink);
  };
}

/** A box may write and read its own topics; its messages go only to `publish`. */
function authorization(
  disconnect: Disconnect,
  publish: (client: Client, topic: string, payload: Buffer | string, done: Callback) => void,
): Pick<AedesOptions, 'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'> {
  return {
    authorizePublish: (client, packet, done) => {
      if (client === null) return done(new Error('no wills'));
      packet.retain = false;
      if (!mayPublish(client.id, packet.topic)) return disconnect(client, 'foreign topic', done);
      publish(client, packet.topic, packet.payload, done);
    },
    authorizeSubscribe: (client, subscription, done) => {
      if (maySubscribe(client.id, subscription.topic)) return done(null, subscription);
      disconnect(client, 'foreign topic', (error) => done(error ?? null, null));
    },
    // A message from a box goes only to the database, not to subscribers, including itself.
    authorizeForward: (client, packet) =>
      (packet as { clientId?: string }).clientId === undefined &&
      packet.topic.startsWith(`boxes/${client.id}/`)
        ? packet
        : null,
  };
}

function logEnds(aedes: Aedes, log: BrokerOptions['log'], refused: (reason: string) => void): void {
  aedes.on('clientError', (client, error) => {
    if (error.message === 'packet too large') {
      refused(error.message);
      log.warn({ serial: client.id }, 'a box sent a packet that is too large');
    } else log.debug({ serial: client.id, reason: error.message }, 'a connection of a box ended');
  });
  aedes.on('connectionError', (_client, error) =>
    log.debug({ reason: error.message }, 'a connection was refused'),
  );
}

/** A server for the simulator's own tests: a real broker that stores its messages in arrays. */
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Aedes, type Client } from 'aedes';
import type { MeasureMessage } from './box/batch.ts';

export interface TestBroker {
  readonly url: string;
  readonly batches: { serial: string; message: MeasureMessage }[];
  readonly reported: { serial: string; document: Record<string, unknown> }[];
  readonly answers: Record<string, unknown>[];
  readonly states: { rollout: unknown; state: string; progress: number; detail: string }[];
  readonly connects: string[];
  /** Called on every subscription, when the server sends waiting messages from its database. */
  readonly waiting: Map<string, () => unknown>;
  /** Decides whether a message is acknowledged; false ends the connection after the message was received. */
  acknowledge: (serial: string, index: number) => boolean;
  publish(serial: string, name: string, document: unknown): Promise<void>;
  stop(): Promise<void>;
}

/** A broker on a free port that stores its messages. */
export async function startTestBroker(): Promise<TestBroker> {
  const aedes = await Aedes.createBroker();
  const server: Server = createServer(aedes.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const broker: TestBroker = {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches: [],
    reported: [],
    answers: [],
    states: [],
    connects: [],
    waiting: new Map(),
    acknowledge: () => true,
    publish: (serial, name, document) =>
      new Promise((resolve, reject) => {
        const packet = {
          cmd: 'publish',
          topic: `boxes/${serial}/${name}`,
          payload: JSON.stringify(document),
          qos: 1,
          retain: false,
          dup: false,
        } as const;
        aedes.publish(packet, (error) => (error ? reject(error) : resolve()));
      }),
    async stop() {
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  aedes.on('client', (client: Client) => broker.connects.push(client.id));
  aedes.authorizePublish = (client, packet, callback) => {
    if (!client) return callback(null);
    const [, serial = '', ...name] = packet.topic.split('/');
    callback(
      take(broker, serial, name.join('/'), packet.payload.toString()) ? null : new Error('not acknowledged'),
    );
  };
  aedes.on('subscribe', (subscriptions, client) => {
    for (const { topic } of subscriptions) {
      const document = broker.waiting.get(topic)?.();
      if (document === undefined) continue;
      const payload = typeof document === 'string' ? document : JSON.stringify(document);
      client.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, () => undefined);
    }
  });
  return broker;
}

function take(broker: TestBroker, serial: string, name: string, text: string): boolean {
  const document = JSON.parse(text) as never;
  if (name === 'measures') {
    broker.batches.push({ serial, message: document });
    return broker.acknowledge(serial, broker.batches.length);
  }
  if (name === 'reported') broker.reported.push({ serial, document });
  else if (name === 'answer') broker.answers.push(document);
  else if (name === 'firmware/state') broker.states.push(document);
  return true;
}

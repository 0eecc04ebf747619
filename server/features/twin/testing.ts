import mqtt, { type MqttClient } from 'mqtt';
import type { TestBox } from '../../../testing/store-builders.ts';

/** A connected box in tests: received messages by topic below its own. */
export interface ConnectedBox {
  readonly client: MqttClient;
  readonly received: { topic: string; message: unknown }[];
  /** The next unread message on a topic. */
  next(topic: string): Promise<Record<string, unknown>>;
  /** Resolves with the PUBACK, when the message is committed. */
  publish(topic: string, message: unknown): Promise<void>;
  end(): Promise<void>;
}

const TOPICS = ['desired', 'command', 'firmware'];

export async function connectBox(
  server: { mqttUrl: string },
  box: Pick<TestBox, 'serial' | 'secret'>,
  topics: readonly string[] = TOPICS,
): Promise<ConnectedBox> {
  const client = mqtt.connect(server.mqttUrl, {
    clientId: box.serial,
    username: box.serial,
    password: box.secret,
    clean: false,
    reconnectPeriod: 0,
    protocolVersion: 4,
  });
  const received: { topic: string; message: unknown }[] = [];
  const seen = new Map<string, number>();
  client.on('message', (topic, payload) => {
    received.push({ topic: topic.split('/').slice(2).join('/'), message: JSON.parse(payload.toString()) });
  });
  client.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('close', () => reject(new Error('the connection was refused')));
  });
  if (topics.length > 0)
    await client.subscribeAsync(
      topics.map((topic) => `boxes/${box.serial}/${topic}`),
      { qos: 1 },
    );
  return {
    client,
    received,
    async next(topic) {
      const from = seen.get(topic) ?? 0;
      const message = await eventually(
        () => received.filter((one) => one.topic === topic)[from]?.message,
        `a message on ${topic}`,
      );
      seen.set(topic, from + 1);
      return message as Record<string, unknown>;
    },
    publish: async (topic, message) => {
      const payload = typeof message === 'string' ? message : JSON.stringify(message);
      await client.publishAsync(`boxes/${box.serial}/${topic}`, payload, { qos: 1 });
    },
    end: () => client.endAsync(true),
  };
}

/** Retries until there is a result. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  what: string,
  timeoutMs = 60_000,
): Promise<NonNullable<T>> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found as NonNullable<T>;
    if (Date.now() > until) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

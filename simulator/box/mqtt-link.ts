/** A box's connection: MQTT 3.1.1, persistent session, QoS 1; only the box itself reconnects. */
import { connect, type MqttClient } from 'mqtt';

export interface Link {
  /** Resolves when the server has acknowledged; rejects when the connection ends before. */
  publish(topic: string, payload: Buffer | string): Promise<void>;
  subscribe(topics: readonly string[]): Promise<void>;
  /** Closes the connection after messages in flight have been acknowledged. */
  close(): Promise<void>;
  /** Ends the connection at once, without DISCONNECT. */
  drop(): void;
  /** Aborted when either side has ended the connection. */
  readonly ended: AbortSignal;
}

export interface LinkOptions {
  readonly url: string;
  readonly serial: string;
  readonly username: string;
  readonly password: string;
  /** ms to wait for CONNACK and for each PUBACK. */
  readonly patience: number;
  readonly onMessage: (topic: string, payload: Buffer) => void;
}

export class LinkError extends Error {
  override name = 'LinkError';
}

/** Connects; rejects with the server's reason (bad credentials, not reachable). */
export function openLink(options: LinkOptions): Promise<Link> {
  const client = connect(options.url, {
    clientId: options.serial,
    username: options.username,
    password: options.password,
    protocolVersion: 4,
    clean: false,
    reconnectPeriod: 0,
    resubscribe: false,
    connectTimeout: options.patience,
    keepalive: 300,
  });
  const ended = new AbortController();
  client.on('message', options.onMessage);
  return new Promise((resolve, reject) => {
    let opened = false;
    client.once('connect', () => {
      opened = true;
      resolve(linkOf(client, ended, options.patience));
    });
    client.on('error', (error) => {
      if (!opened) reject(new LinkError(error.message));
      finish();
    });
    client.on('close', () => {
      if (!opened) reject(new LinkError('connection closed'));
      finish();
    });
    function finish(): void {
      ended.abort();
      client.end(true);
    }
  });
}

function linkOf(client: MqttClient, ended: AbortController, patience: number): Link {
  return {
    ended: ended.signal,
    publish: (topic, payload) => answered((done) => client.publish(topic, payload, { qos: 1 }, done)),
    subscribe: (topics) => answered((done) => client.subscribe([...topics], { qos: 1 }, done)),
    async close() {
      if (!ended.signal.aborted) await new Promise<void>((resolve) => client.end(false, {}, () => resolve()));
      ended.abort();
    },
    drop() {
      ended.abort();
      client.end(true);
    },
  };

  function answered(ask: (done: (error?: Error | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (ended.signal.aborted) return reject(new LinkError('connection closed'));
      const timer = setTimeout(() => settle(new LinkError(`no answer within ${patience} ms`)), patience);
      const onEnd = () => settle(new LinkError('connection closed'));
      ended.signal.addEventListener('abort', onEnd, { once: true });
      ask((error) => settle(error));
      function settle(error?: Error | null): void {
        clearTimeout(timer);
        ended.signal.removeEventListener('abort', onEnd);
        if (error) reject(error);
        else resolve();
      }
    });
  }
}

import type { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseClient } from '../database/connection/hosts.ts';
import type { Log } from '../log/log.ts';

/** One connection that listens for NOTIFY on behalf of the whole process. */
export interface Hub {
  /** Calls `handler` with each payload of a channel; the result unsubscribes. */
  listen(channel: string, handler: (payload: string) => void): () => void;
  /**
   * Called after the connection was lost and restored: notifications in between are lost, so everything must
   * be read again.
   */
  onGap(handler: () => void): () => void;
  start(): Promise<void>;
  close(): Promise<void>;
}

type Handlers = Map<string, Set<(payload: string) => void>>;

/** How often the connection is checked, and how long it may take to answer, ms. */
const BEAT = { everyMs: 8000, withinMs: 5000 };

export function makeHub(url: string, log: Log, beat = BEAT): Hub {
  const handlers: Handlers = new Map();
  const gaps = new Set<() => void>();
  let client: pg.Client | undefined;
  let closed = false;
  let pause: NodeJS.Timeout | undefined;
  /** One statement after the other. */
  let queue: Promise<unknown> = Promise.resolve();

  const open = async (): Promise<void> => {
    const next = newClient(url, beat, handlers);
    await connectListening(next, handlers.keys());
    // A firewall drops an idle connection without notifying either side: it would then wait in vain.
    const asking = setInterval(() => ask('select 1'), beat.everyMs);
    next.once('end', () => {
      clearInterval(asking);
      client = undefined;
      if (!closed) retry(250);
    });
    if (closed) await next.end();
    else client = next;
  };
  /** A connection that does not answer is given up: the next one listens to all channels again. */
  const ask = (statement: string): void => {
    queue = queue.then(async () => {
      const asked = client;
      await asked?.query(statement).catch(() => endWithin(asked, beat.withinMs));
    });
  };
  const reopened = (): void => {
    log.info('listening for changes again');
    for (const handler of gaps) handler();
  };
  const retry = (wait: number): void => {
    pause = setTimeout(() => {
      open().then(reopened, () => !closed && retry(Math.min(wait * 2, 5000)));
    }, wait);
  };

  return {
    listen(channel, handler) {
      const set = handlers.get(channel) ?? new Set();
      if (!handlers.has(channel)) ask(listenTo(channel));
      handlers.set(channel, set.add(handler));
      return () => set.delete(handler);
    },
    onGap(handler) {
      gaps.add(handler);
      return () => gaps.delete(handler);
    },
    start: open,
    async close() {
      closed = true;
      clearTimeout(pause);
      if (client !== undefined) await endWithin(client, beat.withinMs);
    },
  };
}

function newClient(url: string, { withinMs }: typeof BEAT, handlers: Handlers): pg.Client {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: 'aerowatch hub',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    query_timeout: withinMs,
  });
  client.on('notification', ({ channel, payload = '' }) => {
    for (const handler of handlers.get(channel) ?? []) handler(payload);
  });
  // After `error` there is always `end`.
  client.on('error', () => undefined);
  return client;
}

/** A silent connection never reports its end, so a stop must not wait for it. */
async function endWithin(client: pg.Client, ms: number): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const late = setTimeout(() => stream.destroy(), ms);
  await client.end().catch(() => undefined);
  clearTimeout(late);
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;

/** Connects and listens to all channels; closes the connection if that fails. */
async function connectListening(client: pg.Client, channels: Iterable<string>): Promise<void> {
  try {
    await client.connect();
    for (const channel of channels) await client.query(listenTo(channel));
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
}

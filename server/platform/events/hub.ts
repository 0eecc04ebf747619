import pg from 'pg';
import type { Log } from '../log/log.ts';

/** One connection that listens for NOTIFY on behalf of the whole process. */
export interface Hub {
  /** Calls `handler` with each payload of a channel; the result stops it. */
  listen(channel: string, handler: (payload: string) => void): () => void;
  /** Called after the connection was lost and is back: notifications in between are gone, look again. */
  onGap(handler: () => void): () => void;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** How often the connection is asked whether it lives, and how long it may take to answer, ms. */
const BEAT = { everyMs: 8000, withinMs: 5000 };

export function makeHub(url: string, log: Log, beat = BEAT): Hub {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  const gaps = new Set<() => void>();
  let client: pg.Client | undefined;
  let closed = false;
  let pause: NodeJS.Timeout | undefined;
  /** One statement after the other. */
  let queue: Promise<unknown> = Promise.resolve();

  const open = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'aerowatch hub',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      query_timeout: beat.withinMs,
    });
    next.on('notification', ({ channel, payload = '' }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload);
    });
    // `error` is followed by `end`.
    next.on('error', () => undefined);
    try {
      await next.connect();
      for (const channel of handlers.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
    // A firewall forgets a connection on which nothing passes, and tells neither side: it would listen in vain.
    const asking = setInterval(() => ask('select 1'), beat.everyMs);
    next.once('end', () => {
      clearInterval(asking);
      client = undefined;
      if (!closed) retry(250);
    });
    if (closed) await next.end();
    else client = next;
  };
  /** A connection that does not answer is given up: the next one listens to all again. */
  const ask = (statement: string): void => {
    queue = queue.then(async () => {
      const asked = client;
      await asked?.query(statement).catch(() => asked.end().catch(() => undefined));
    });
  };
  const retry = (wait: number): void => {
    pause = setTimeout(() => {
      open().then(
        () => {
          log.info('listening for changes again');
          for (const handler of gaps) handler();
        },
        () => !closed && retry(Math.min(wait * 2, 5000)),
      );
    }, wait);
  };

  return {
    listen(channel, handler) {
      const set = handlers.get(channel) ?? new Set();
      set.add(handler);
      if (!handlers.has(channel)) {
        handlers.set(channel, set);
        ask(`listen ${pg.escapeIdentifier(channel)}`);
      }
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
      await client?.end().catch(() => undefined);
    },
  };
}

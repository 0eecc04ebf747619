import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Log } from '../../log/log.ts';
import { DatabaseClient } from './hosts.ts';

/** A statement whose connection has been idle for this long is checked, ms. */
const SILENT_MS = 4000;
const LOOK_MS = 1000;
/** How long the database may take to answer the query about its connections. */
const ANSWER_MS = 3000;
/** If nothing answers, a silent connection is given up after this time. */
const LOST_MS = 7000;

/** Internals of a connection that are used here. */
interface Inside {
  readonly readyForQuery: boolean;
  readonly processID: number | null;
  readonly connection: { readonly stream: Socket };
}
interface Watched {
  moved: string;
  since: number;
  /** Whether somebody has taken it from the pool. */
  taken: boolean;
}
/** The server processes of connections: the existing ones, and those that are idle. */
interface Backends {
  /** Process ids are meaningless because of a pooler. */
  readonly hidden: boolean;
  readonly idle: ReadonlySet<number>;
  readonly known: ReadonlySet<number>;
}

/**
 * Ends connections whose other side has disappeared silently, as after a fail-over, so that waiting work
 * fails and is retried. TCP alone takes a quarter of an hour, and a timeout alone cannot distinguish a long
 * statement from a lost one: so the database is asked, on a new connection, whether it is working on it.
 */
export function watchConnections(pool: pg.Pool, url: string, log: Log): () => void {
  const watched = new Map<pg.PoolClient, Watched>();
  const take = (client: pg.PoolClient, taken: boolean) => {
    const one = watched.get(client);
    if (one !== undefined) one.taken = taken;
  };
  pool.on('connect', (client) => {
    watched.set(client, { moved: '', since: performance.now(), taken: true });
    // TCP keep-alive checks an open connection without a statement, within slightly more than ten seconds.
    inside(client).connection.stream.setKeepAlive(true, SILENT_MS);
  });
  pool.on('acquire', (client) => take(client, true));
  pool.on('release', (_error, client) => take(client, false));
  pool.on('remove', (client) => void watched.delete(client));

  let asking = false;
  const look = async (): Promise<void> => {
    const silent = silentOf(watched);
    if (asking || silent.length === 0) return;
    asking = true;
    const backends = await backendsOf(url, silent).catch(() => undefined);
    asking = false;
    // Connections with traffic in the meantime are alive.
    const still = new Set(silentOf(watched));
    const lost = silent.filter(
      (client) => still.has(client) && isLost(client, watched.get(client), backends),
    );
    if (lost.length === 0) return;
    // Unused connections took the same route: the next user would only notice by waiting.
    const unused = [...watched].flatMap(([client, { taken }]) => (taken ? [] : [client]));
    log.warn(
      { lost: lost.length, unused: unused.length },
      'connections to the database were lost without a word',
    );
    for (const client of [...lost, ...unused]) inside(client).connection.stream.destroy();
    // If only the route was lost, their server processes hold locks until somebody ends them.
    const there = lost
      .flatMap((client) => inside(client).processID ?? [])
      .filter((pid) => backends?.idle.has(pid));
    if (there.length > 0)
      await ask(url, 'select pg_terminate_backend(pid) from unnest($1::int[]) as pid', there).catch(
        () => undefined,
      );
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return () => clearInterval(timer);
}

const inside = (client: pg.PoolClient) => client as unknown as Inside;

/** Connections waiting for an answer, without traffic for long. */
function silentOf(watched: ReadonlyMap<pg.PoolClient, Watched>): pg.PoolClient[] {
  const now = performance.now();
  const silent: pg.PoolClient[] = [];
  for (const [client, one] of watched) {
    const { readyForQuery, connection } = inside(client);
    const moved = `${readyForQuery} ${connection.stream.bytesRead} ${connection.stream.bytesWritten}`;
    if (readyForQuery || moved !== one.moved) Object.assign(one, { moved, since: now });
    else if (now - one.since >= SILENT_MS) silent.push(client);
  }
  return silent;
}

function isLost(
  client: pg.PoolClient,
  watched: Watched | undefined,
  backends: Backends | undefined,
): boolean {
  if (backends === undefined) return performance.now() - (watched?.since ?? 0) >= LOST_MS;
  const { processID } = inside(client);
  if (backends.hidden || processID === null) return false;
  return !backends.known.has(processID) || backends.idle.has(processID);
}

async function backendsOf(url: string, clients: readonly pg.PoolClient[]): Promise<Backends> {
  const { rows, processID } = await ask<{ pid: number; state: string | null; own: boolean }>(
    url,
    'select pid, state, pid = pg_backend_pid() as own from pg_stat_activity where pid = any($1::int[]) or pid = pg_backend_pid()',
    clients.map((client) => inside(client).processID ?? 0),
  );
  return {
    hidden: rows.find(({ own }) => own)?.pid !== processID,
    known: new Set(rows.map(({ pid }) => pid)),
    idle: new Set(rows.flatMap(({ pid, state }) => (state?.startsWith('idle') ? [pid] : []))),
  };
}

/** Queries server processes, on a separate connection. Throws when the database does not answer. */
async function ask<Row extends pg.QueryResultRow>(url: string, statement: string, pids: readonly number[]) {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: 'aerowatch connections',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Row>(statement, [pids]);
    return { rows, processID: (client as unknown as Inside).processID };
  } finally {
    void client.end().catch(() => undefined);
  }
}

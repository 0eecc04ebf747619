import type { Socket } from 'node:net';
import pg from 'pg';
import type { Log } from '../../log/log.ts';

/** A statement on whose connection nothing has moved for so long is asked about, ms. */
const SILENT_MS = 4000;
const LOOK_MS = 1000;
/** How long the database may take to answer what it is asked about its connections. */
const ANSWER_MS = 3000;
/** Where nothing answers at all, a silent connection is given up after so long. */
const LOST_MS = 7000;

/** What is used of a connection, beside its public interface. */
interface Inside {
  readonly readyForQuery: boolean;
  readonly processID: number | null;
  readonly connection: { readonly stream: Socket };
}
interface Watched {
  moved: string;
  since: number;
  /** Somebody has taken it from the pool. */
  taken: boolean;
}
/** Of the server processes behind connections: which there are, and which do not work on anything. */
interface Backends {
  /** Numbers of processes say nothing: a pooler stands between. */
  readonly hidden: boolean;
  readonly idle: ReadonlySet<number>;
  readonly known: ReadonlySet<number>;
}

/**
 * Ends connections whose other side is gone without a word, as after a fail-over, so that what waits on them fails and
 * is tried again. TCP alone takes a quarter of an hour for that, and a time limit alone cannot tell a long statement
 * from a lost one: the database is asked, on a new connection, whether it works on it.
 */
export function watchConnections(pool: pg.Pool, url: string, log: Log): () => void {
  const watched = new Map<pg.PoolClient, Watched>();
  const take = (client: pg.PoolClient, taken: boolean) => {
    const one = watched.get(client);
    if (one !== undefined) one.taken = taken;
  };
  pool.on('connect', (client) => {
    watched.set(client, { moved: '', since: performance.now(), taken: true });
    // A standing connection without a statement is looked after by TCP, within ten seconds and some.
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
    // What moved meanwhile is alive.
    const still = new Set(silentOf(watched));
    const lost = silent.filter(
      (client) => still.has(client) && isLost(client, watched.get(client), backends),
    );
    if (lost.length === 0) return;
    // Those that nobody uses went the same way: the next one would find out by waiting.
    const unused = [...watched].flatMap(([client, { taken }]) => (taken ? [] : [client]));
    log.warn(
      { lost: lost.length, unused: unused.length },
      'connections to the database were lost without a word',
    );
    for (const client of [...lost, ...unused]) inside(client).connection.stream.destroy();
    // Where only the way there was lost, what they hold is held until somebody ends them.
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

/** Connections that wait for an answer on which nothing has moved for long. */
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

/** Asks about server processes, on a connection of its own. Throws when the database does not answer. */
async function ask<Row extends pg.QueryResultRow>(url: string, statement: string, pids: readonly number[]) {
  const client = new pg.Client({
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

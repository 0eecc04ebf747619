import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../../log/log.ts';
import type { Db } from '../db.ts';
import { PreparingClient } from './prepared-statements.ts';
import { watchConnections } from './watch-connections.ts';

export interface Connection {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly url: string;
  close(): Promise<void>;
}

/** int8 as a number (ids and counts stay below 2^53), dates as text: a day has no time zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === pg.types.builtins.INT8) return Number;
      if (oid === pg.types.builtins.NUMERIC) return Number;
      if (oid === pg.types.builtins.DATE) return (text: string) => text;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/** A pool of connections with our types. Statements of a request end after `statementTimeoutMs`. */
export function connect(
  url: string,
  log: Log,
  options: { max?: number; statementTimeoutMs?: number; name?: string } = {},
): Connection {
  let closed = false;
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: options.max ?? 20,
    types,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    application_name: options.name ?? 'aerowatch',
    // One slow statement must not block others: exports have their own limit. With SSDs, reading rows in
    // index order costs less than a sort.
    options: `-c statement_timeout=${options.statementTimeoutMs ?? 60_000} -c idle_in_transaction_session_timeout=120000 -c timezone=UTC -c random_page_cost=1.1`,
  });
  // An idle connection that breaks is harmless: the pool opens another.
  pool.on('error', (error) => {
    // Errors of a pool that is being closed are expected.
    if (!closed) log.warn({ err: error.message }, 'a database connection was lost');
  });
  // A connection that breaks between two statements of a transaction also emits an event; the next statement
  // fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const stopWatching = watchConnections(pool, url, log);
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    url,
    close: async () => {
      if (closed) return;
      closed = true;
      stopWatching();
      await db.destroy();
    },
  };
}

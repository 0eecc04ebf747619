import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { DatabaseClient } from '../connection/hosts.ts';
import { SETTING } from '../extensions/arrange.ts';
import type { Migration } from '../migrate.ts';
import { BackupError } from './backup-error.ts';
import {
  copyIn,
  copyOut,
  dataTables,
  quoteIdentifier,
  STEADY_ORDER,
  setCounter,
  type Table,
  tablesOf,
} from './catalog.ts';
import { type Frame, jsonOf, readFrames } from './frames.ts';
import { type BackupContents, checkBackup, partOf, readHeader } from './read-backup.ts';
import { pathsOf, type TableSum } from './write-backup.ts';

export interface RestoreOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly file: string;
  /** For an encrypted file. */
  readonly secret?: string | undefined;
  readonly migrations: readonly Migration[];
  /** The advisory lock with which processes wait for each other's migrations. */
  readonly lock: number;
}

/** Refuses a non-empty place, in one line; nothing is changed. */
export async function refuseUsed(client: pg.Client, dataDir: string): Promise<void> {
  const tables = await tablesOf(client);
  if (tables.length > 0)
    throw new BackupError(
      `the database is not empty (it has ${tables.length} tables): restore into an empty one`,
    );
  const [file] = await pathsOf(dataDir);
  if (file !== undefined)
    throw new BackupError(`DATA_DIR is not empty (it has ${file}): restore into an empty one`);
}

/**
 * Restores a backup into an empty database and DATA_DIR: checks it as a whole first, then writes everything
 * in one transaction. What was written is read back and compared. A failure leaves the place empty.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupContents> {
  const checked = await checkBackup(options.file, options.secret);
  const client = new DatabaseClient({
    connectionString: options.databaseUrl,
    application_name: 'aerowatch restore',
  });
  client.on('error', () => undefined);
  await client.connect();
  const written: string[] = [];
  try {
    await client.query('begin');
    await client.query(STEADY_ORDER);
    // Triggers of earlier migrations ask for it themselves.
    await client.query("set local aerowatch.restoring = 'on'");
    await client.query('select pg_advisory_xact_lock($1)', [options.lock]);
    await refuseUsed(client, options.dataDir);
    await bringTo(client, options.migrations, checked.header.migrations);
    await turnTriggers(client, 'disable');
    await emptyTables(client);
    await load(client, options, written);
    await turnTriggers(client, 'enable');
    for (const counter of checked.trailer.counters) await setCounter(client, counter);
    // An extension arranged the old database, not this one.
    await client.query('delete from settings where key = $1', [SETTING]);
    await client.query('commit');
    return checked;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    for (const path of written) await rm(path, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Migrates the database to the version of the backup. */
async function bringTo(
  client: pg.Client,
  migrations: readonly Migration[],
  names: readonly string[],
): Promise<void> {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new BackupError(
      `the file was made by a newer version (it has ${unknown.join(', ')}): restore it with that version`,
    );
  const db = onConnection(client);
  await client.query(
    'create table schema_migrations (name text primary key, at timestamptz not null default now())',
  );
  for (const name of names) {
    await known.get(name)?.up(db);
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
  }
}

/** Removes the rows that migrations wrote. */
async function emptyTables(client: pg.Client): Promise<void> {
  for (const table of (await dataTables(client)).reverse())
    await client.query(`delete from public.${quoteIdentifier(table.name)}`);
}

/**
 * The triggers of the product, of all tables: what they write (queues, copies for search) is in the backup. Those
 * of foreign keys stay.
 */
async function turnTriggers(client: pg.Client, how: 'disable' | 'enable'): Promise<void> {
  for (const table of await dataTables(client))
    await client.query(`alter table public.${quoteIdentifier(table.name)} ${how} trigger user`);
}

/** Runs migrations within our transaction. */
function onConnection(client: pg.Client): Kysely<unknown> {
  const pool = {
    connect: async () => ({ query: client.query.bind(client), release: () => undefined }),
    end: async () => undefined,
  };
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) });
}

async function load(
  client: pg.Client,
  { file, secret, dataDir }: RestoreOptions,
  written: string[],
): Promise<void> {
  const frames = readFrames(file, secret);
  await readHeader(frames);
  for await (const frame of frames) {
    if (frame.type === 'T') await loadTable(client, jsonOf<Pick<Table, 'name' | 'columns'>>(frame), frames);
    else if (frame.type === 'F') {
      const path = inside(dataDir, jsonOf<{ path: string }>(frame).path);
      written.push(path);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(
        Readable.from(contentOf(frames)),
        createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
      );
    }
  }
}

async function loadTable(
  client: pg.Client,
  table: Pick<Table, 'name' | 'columns'>,
  frames: AsyncGenerator<Frame>,
): Promise<void> {
  let sum: TableSum | undefined;
  const into = client.query(copyFrom(copyIn(table)));
  await pipeline(
    Readable.from(
      contentOf(frames, (end) => {
        sum = end;
      }),
    ),
    into,
  );
  const back = client.query(copyTo(copyOut(table)));
  const hash = createHash('sha256');
  for await (const piece of back as AsyncIterable<Buffer>) hash.update(piece);
  if (back.rowCount !== sum?.rows || hash.digest('hex') !== sum.sha256)
    throw new BackupError(`${table.name} does not hold after the restore what the file holds`);
}

async function* contentOf(
  frames: AsyncGenerator<Frame>,
  atEnd: (sum: TableSum) => void = () => undefined,
): AsyncGenerator<Buffer> {
  for await (const piece of partOf(frames)) {
    if (piece.type === 'D') yield piece.content;
    else atEnd(jsonOf<TableSum>(piece));
  }
}

/** Checks that a path of the file is a place in DATA_DIR that a backup may contain. */
function inside(dataDir: string, path: string): string {
  if (normalize(path) !== path || !/^(files\/.|keys\/.|secret-key$)/.test(path) || path.includes('\\'))
    throw new BackupError(`the file is damaged: it holds “${path}”`);
  return join(dataDir, path);
}

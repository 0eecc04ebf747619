import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  renameSync,
  statSync,
} from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DatabaseClient } from '../connection/hosts.ts';
import { BackupError } from './backup-error.ts';
import { type Counter, copyOut, countersOf, dataTables, migrationsOf, STEADY_ORDER } from './catalog.ts';
import { frameWriter } from './frames.ts';
import { sealing } from './sealed-stream.ts';

export interface BackupHeader {
  readonly format: 1;
  readonly version: string;
  readonly made_at: string;
  readonly migrations: readonly string[];
  readonly tables: readonly string[];
  readonly secrets: boolean;
}
export interface TableSum {
  readonly name: string;
  readonly rows: number;
  readonly sha256: string;
}
export interface FileSum {
  readonly path: string;
  readonly sha256: string;
}
export interface BackupTrailer {
  readonly tables: readonly TableSum[];
  readonly files: readonly FileSum[];
  readonly counters: readonly Counter[];
  readonly sha256: string;
}
export interface BackupOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly file: string;
  readonly version: string;
  readonly secrets: boolean;
  /** If set, the file is encrypted with it. */
  readonly secret?: string | undefined;
  readonly now: Date;
}
export interface BackupResult extends BackupTrailer {
  /** Files deleted between being listed and being read. */
  readonly gone: readonly string[];
  readonly bytes: number;
}

/**
 * Contents of DATA_DIR to back up besides the database: `files` of people and boxes; not the keys, which are
 * secrets.
 */
const FILES = ['files'];
const SECRETS = ['secret-key', 'keys'];

/**
 * Everything in one file, written while the server runs: one snapshot of the database, then the files. Memory
 * does not grow with the data. The file gets its final name when it is complete.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupResult> {
  if (existsSync(options.file)) throw new BackupError(`${options.file} is there already: name another file`);
  // Asked before: a failure to open the draft would name a file that the operator never named.
  accessSync(dirname(options.file), constants.W_OK);
  const draft = `${options.file}.${process.pid}.part`;
  const client = new DatabaseClient({
    connectionString: options.databaseUrl,
    application_name: 'aerowatch backup',
  });
  client.on('error', () => undefined);
  await client.connect();
  const found: { trailer?: BackupTrailer; gone: string[] } = { gone: [] };
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    await client.query(STEADY_ORDER);
    await refuseWithoutSnapshot(client);
    await pipeline(
      Readable.from(pieces(client, options, found), { objectMode: false, highWaterMark: 256 * 1024 }),
      createGzip({ level: 1, chunkSize: 256 * 1024 }),
      options.secret === undefined ? new PassThrough() : sealing(options.secret),
      createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
    );
    await client.query('commit');
    giveName(draft, options.file);
    if (found.trailer === undefined) throw new Error('the backup has no end');
    return { ...found.trailer, gone: found.gone, bytes: statSync(options.file).size };
  } finally {
    await rm(draft, { force: true });
    await client.end().catch(() => undefined);
  }
}

async function* pieces(
  client: pg.Client,
  options: BackupOptions,
  found: { trailer?: BackupTrailer; gone: string[] },
): AsyncGenerator<Buffer> {
  const out = frameWriter();
  const migrations = await migrationsOf(client);
  if (migrations.length === 0) throw new BackupError('the database holds nothing of this program');
  const all = await dataTables(client);
  const header: BackupHeader = {
    format: 1,
    version: options.version,
    made_at: options.now.toISOString(),
    migrations,
    tables: all.map((table) => table.name),
    secrets: options.secrets,
  };
  yield out.frame('H', header);
  const tables: TableSum[] = [];
  for (const table of all) {
    yield out.frame('T', { name: table.name, columns: table.columns });
    const rows = client.query(copyTo(copyOut(table)));
    const hash = createHash('sha256');
    for await (const piece of rows as AsyncIterable<Buffer>) {
      hash.update(piece);
      yield out.frame('D', piece);
    }
    const sum = { name: table.name, rows: rows.rowCount, sha256: hash.digest('hex') };
    tables.push(sum);
    yield out.frame('E', sum);
  }
  const counters = await countersOf(client, all);
  const files: FileSum[] = [];
  for (const path of await pathsOf(options.dataDir, [...FILES, ...(options.secrets ? SECRETS : [])])) {
    const source = createReadStream(join(options.dataDir, path));
    if (!(await opens(source))) {
      found.gone.push(path);
      continue;
    }
    yield out.frame('F', { path });
    const hash = createHash('sha256');
    for await (const piece of source as AsyncIterable<Buffer>) {
      hash.update(piece);
      yield out.frame('D', piece);
    }
    const sum = { path, sha256: hash.digest('hex') };
    files.push(sum);
    yield out.frame('E', sum);
  }
  found.trailer = { tables, files, counters, sha256: out.digest() };
  yield out.frame('Z', found.trailer);
}

async function opens(source: NodeJS.ReadableStream): Promise<boolean> {
  return new Promise((resolve, reject) => {
    source.once('open', () => resolve(true));
    source.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(false) : reject(error),
    );
  });
}

/**
 * A rename would silently replace a file created meanwhile; it is the fallback on file systems without links.
 */
function giveName(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupError(`${file} is there already: name another file`);
    renameSync(draft, file);
  }
}

/** Files below these names, relative, with `/`; unfinished uploads are left out. */
export async function pathsOf(
  dataDir: string,
  names: readonly string[] = [...FILES, ...SECRETS],
): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const whole = join(dataDir, name);
    if (!existsSync(whole)) continue;
    if (statSync(whole).isFile()) {
      found.push(name);
      continue;
    }
    for (const entry of await readdir(whole, { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !/\.(part|new)$/.test(entry.name))
        found.push(relative(dataDir, join(entry.parentPath, entry.name)).split(sep).join('/'));
  }
  return found.sort();
}

/**
 * Citus gives each worker another snapshot, and half a message in a backup would be a day that is never
 * rolled up. If nobody else is connected, nothing changes between those snapshots.
 */
async function refuseWithoutSnapshot(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number }>(`
    select (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and application_name not like 'citus%') as others
    from pg_extension where extname = 'citus'`);
  const others = rows[0]?.others ?? 0;
  if (others > 0)
    throw new BackupError(
      `a database spread by Citus is no backup while others write (${others} connected): stop every server first, or keep copies of its nodes as docs/operations.md says`,
    );
}

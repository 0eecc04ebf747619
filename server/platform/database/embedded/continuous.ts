import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { BackupError } from '../backup/backup-error.ts';
import { noteBackup } from '../backup/store-backup-note.ts';
import type { Place } from './place.ts';
import { makeFolder } from './place.ts';

/**
 * The continuous form of a backup: a copy of the cluster's files (`base-…`), and every piece of its
 * write-ahead log since (`wal/`), which the database itself puts there as it fills or after four minutes.
 */
const ARCHIVE_SECONDS = 240;
const WAL = 'wal';
/** What is of this run of the server only, by PostgreSQL's own list of what a copy leaves out. */
const NOT_COPIED = [
  'data/pg_wal/*',
  'data/postmaster.pid',
  'data/postmaster.opts',
  'data/pg_replslot/*',
  'data/pg_dynshmem/*',
  'data/pg_notify/*',
  'data/pg_serial/*',
  'data/pg_snapshots/*',
  'data/pg_stat_tmp/*',
  'data/pg_subtrans/*',
];
const BESIDE = ['files', 'keys', 'secret-key'];

/** Settings with which the embedded database keeps its log in a folder, which its account can write. */
export function archiveSettings(place: Place, folder: string): Readonly<Record<string, string>> {
  if (process.platform === 'win32') throw new Error('BACKUP_CONTINUOUS is not there on Windows');
  const wal = join(folder, WAL);
  makeFolder(folder, { uid: undefined, gid: undefined }, 0o711);
  makeFolder(wal, place.account, 0o700);
  const to = `${wal}/%f.gz`;
  return {
    archive_mode: 'on',
    archive_timeout: `${ARCHIVE_SECONDS}s`,
    // Whole under its name or not there; a piece that is there already was sent before a crash.
    archive_command: `test -f "${to}" || (gzip -1 -c "%p" > "${to}.part" && sync "${to}.part" && mv "${to}.part" "${to}")`,
  };
}

/** A copy of the cluster beside the running server; answers its folder and bytes of the log it began with. */
export async function writeBase(options: {
  readonly databaseUrl: string;
  readonly place: Place;
  readonly dataDir: string;
  readonly folder: string;
  readonly version: string;
  readonly now: Date;
}): Promise<string> {
  const { place, dataDir, now } = options;
  const base = join(options.folder, `base-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`);
  const draft = `${base}.part`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: 'aerowatch backup',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ mode: string }>('show archive_mode');
    if ((rows[0] as unknown as { archive_mode: string }).archive_mode !== 'on')
      throw new BackupError(
        'the database does not keep its log: set BACKUP_CONTINUOUS for the service and restart it first',
      );
    await client.query('set statement_timeout = 0');
    await client.query(`select pg_backup_start('aerowatch', true)`);
    await tar([
      '-c',
      '-z',
      '-f',
      join(draft, 'cluster.tar.gz'),
      '-C',
      place.folder,
      ...NOT_COPIED.map((one) => `--exclude=${one}`),
      'data',
      'password',
    ]);
    // Waits until the log up to here lies in the archive: without it the copy would be worth nothing.
    const stop = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)');
    writeFileSync(join(draft, 'backup_label'), stop.rows[0]?.labelfile ?? '', { mode: 0o600, flush: true });
    const beside = BESIDE.filter((name) => existsSync(join(dataDir, name)));
    if (beside.length > 0)
      await tar(['-c', '-z', '-f', join(draft, 'files.tar.gz'), '-C', dataDir, ...beside]);
    writeFileSync(
      join(draft, 'about.json'),
      JSON.stringify({ version: options.version, made_at: now.toISOString() }),
    );
    renameSync(draft, base);
    await noteBackup(options.databaseUrl, now);
    return base;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    await client.end().catch(() => undefined);
  }
}

/** Removes all but the youngest so many copies, and the log that only those needed. */
export function rotateBases(folder: string, keep: number): { bases: string[]; pieces: number } {
  const all = basesOf(folder);
  const bases = all.slice(0, -keep);
  for (const name of bases) rmSync(join(folder, name), { recursive: true });
  const [oldest] = all.slice(-keep);
  const first = oldest === undefined ? undefined : firstPieceOf(join(folder, oldest));
  if (first === undefined) return { bases, pieces: 0 };
  const wal = join(folder, WAL);
  // The name of a piece is its timeline and its place: those before it on any timeline up to its own.
  const gone = readdirSync(wal).filter(
    (name) => /^[0-9A-F]{24}/.test(name) && name.slice(8, 24) < first.slice(8),
  );
  for (const name of gone) rmSync(join(wal, name));
  return { bases, pieces: gone.length };
}

const basesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^base-\d{4}-\d{2}-\d{2}T\d{6}Z$/.test(name))
    .sort();

const firstPieceOf = (base: string): string | undefined =>
  /file ([0-9A-F]{24})\)/.exec(readFileSync(join(base, 'backup_label'), 'utf8'))?.[1];

/** Lays the youngest copy (made before `until`) into an empty place, to be brought forward by the log at its start. */
export async function layBase(options: {
  readonly folder: string;
  readonly place: Place;
  readonly dataDir: string;
  readonly until: Date | undefined;
}): Promise<{ base: string; version: string }> {
  const { folder, place, dataDir, until } = options;
  const bases = existsSync(folder) ? basesOf(folder) : [];
  const before = bases.filter((name) => until === undefined || madeAt(join(folder, name)) <= until);
  const name = before.at(-1);
  if (name === undefined)
    throw new BackupError(
      bases.length === 0
        ? `${folder} holds no copy that npm run backup -- continuous made`
        : `${folder} holds no copy from before ${until?.toISOString()}`,
    );
  const base = join(folder, name);
  await tar(['-x', '-z', '-f', join(base, 'cluster.tar.gz'), '-C', place.folder]);
  const data = place.data;
  for (const one of ['pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries'])
    mkdirSync(join(data, one), { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'backup_label'), readFileSync(join(base, 'backup_label')), { mode: 0o600 });
  writeFileSync(join(data, 'recovery.signal'), '', { mode: 0o600 });
  if (existsSync(join(base, 'files.tar.gz')))
    await tar(['-x', '-z', '-f', join(base, 'files.tar.gz'), '-C', dataDir]);
  giveTo(place, place.folder);
  return {
    base: name,
    version: (JSON.parse(readFileSync(join(base, 'about.json'), 'utf8')) as { version: string }).version,
  };
}

const madeAt = (base: string) =>
  new Date((JSON.parse(readFileSync(join(base, 'about.json'), 'utf8')) as { made_at: string }).made_at);

/** Settings of the one start that brings a copy forward. */
export function recoverySettings(folder: string, until: Date | undefined): Readonly<Record<string, string>> {
  return {
    restore_command: `gunzip -c "${join(folder, WAL)}/%f.gz" > "%p"`,
    recovery_target_action: 'promote',
    archive_mode: 'off',
    ...(until === undefined ? {} : { recovery_target_time: until.toISOString() }),
  };
}

/** Waits until the log is read to its end; answers when its last change was made. */
export async function untilPromoted(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ recovering: boolean; upto: Date | null }>(
        'select pg_is_in_recovery() as recovering, pg_last_xact_replay_timestamp() as upto',
      );
      if (rows[0]?.recovering === false) return rows[0].upto?.toISOString();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    await client.end();
  }
}

function giveTo({ account: { uid, gid } }: Place, folder: string): void {
  if (uid === undefined || gid === undefined) return;
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), uid, gid);
}

/** A file that changes while it is read is no failure: the log mends it. */
async function tar(args: readonly string[]): Promise<void> {
  const child = spawn('tar', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0 && !(code === 1 && /changed as we read it|file removed/i.test(said)))
    throw new BackupError(`the copy failed (tar: ${said.trim().split('\n').at(-1) ?? code})`);
}

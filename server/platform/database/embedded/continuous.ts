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
import { logFolderOf, logFoldersFor, logFoldersIn } from './log-folders.ts';
import type { Place } from './place.ts';
import { makeFolder } from './place.ts';

/**
 * The continuous backup: a copy of the cluster's files (`base-…`), and every later segment of its write-ahead
 * log, which the database archives when it is full or after four minutes. The log of each cluster has its own
 * folder (log-folders.ts).
 */
const ARCHIVE_SECONDS = 240;
/** Files that belong only to the running server, as PostgreSQL's list of exclusions for backups. */
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
/** Parts of DATA_DIR that a copy contains besides the cluster. */
export const BESIDE = ['files', 'keys', 'secret-key'];

/** Settings with which the embedded database archives its log in a folder that its account can write to. */
export function archiveSettings(place: Place, folder: string): Readonly<Record<string, string>> {
  if (process.platform === 'win32') throw new Error('BACKUP_CONTINUOUS is not there on Windows');
  const wal = join(folder, logFolderOf(place));
  makeFolder(folder, { uid: undefined, gid: undefined }, 0o711);
  makeFolder(wal, place.account, 0o700);
  const to = `${wal}/%f.gz`;
  return {
    archive_mode: 'on',
    archive_timeout: `${ARCHIVE_SECONDS}s`,
    // A segment is complete under its name or absent; an existing identical one was archived before a crash.
    archive_command: `if test -f "${to}"; then gunzip -c "${to}" | cmp -s - "%p"; else gzip -1 -c "%p" > "${to}.part" && sync "${to}.part" && mv "${to}.part" "${to}"; fi`,
  };
}

/**
 * Copies the cluster while the server runs; returns its folder and the log position in bytes at its start.
 */
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
    // Waits until the log up to this point is archived: without it the copy would be useless.
    const stop = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)');
    writeFileSync(join(draft, 'backup_label'), stop.rows[0]?.labelfile ?? '', { mode: 0o600, flush: true });
    const beside = BESIDE.filter((name) => existsSync(join(dataDir, name)));
    if (beside.length > 0)
      await tar(['-c', '-z', '-f', join(draft, 'files.tar.gz'), '-C', dataDir, ...beside]);
    writeFileSync(
      join(draft, 'about.json'),
      JSON.stringify({ version: options.version, made_at: now.toISOString(), log: logFolderOf(place) }),
    );
    renameSync(draft, base);
    await noteBackup(options.databaseUrl, 'copy', now);
    return base;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    await client.end().catch(() => undefined);
  }
}

/** Removes all but the newest copies, and the log that only those needed. */
export function rotateBases(folder: string, keep: number): { bases: string[]; pieces: number } {
  const all = basesOf(folder);
  const bases = all.slice(0, -keep);
  // By folder, the first segment that each copy needs: of removed ones, and of kept ones.
  const needed = all.map((name) => ({ name, first: firstPieceOf(join(folder, name)) }));
  const logs = logFoldersIn(folder);
  const uses = (log: string, name: string) =>
    logFoldersFor(folder, aboutOf(join(folder, name))).includes(log);
  const pieces = logs.flatMap((log) => {
    const users = needed.filter(({ name }) => uses(log, name));
    const staying = users.filter(({ name }) => !bases.includes(name)).map(({ first }) => first);
    // A log without any copy belongs to a cluster that has none yet.
    if (users.length === 0 || staying.includes(undefined)) return [];
    return (
      readdirSync(join(folder, log))
        .filter((name) => /^[0-9A-F]{24}/.test(name))
        // The name of a segment is its timeline and its position: earlier ones on any timeline are removed.
        .filter((name) => staying.every((first) => name.slice(8, 24) < (first ?? '').slice(8)))
        .map((name) => join(folder, log, name))
    );
  });
  for (const name of bases) rmSync(join(folder, name), { recursive: true });
  for (const piece of pieces) rmSync(piece);
  return { bases, pieces: pieces.length };
}

const basesOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^base-\d{4}-\d{2}-\d{2}T\d{6}Z$/.test(name))
    .sort();

const firstPieceOf = (base: string): string | undefined =>
  /file ([0-9A-F]{24})\)/.exec(readFileSync(join(base, 'backup_label'), 'utf8'))?.[1];

/**
 * Puts the newest copy (made before `until`) into an empty place, to be recovered from the log at its start.
 */
export async function layBase(options: {
  readonly folder: string;
  readonly place: Place;
  readonly dataDir: string;
  readonly until: Date | undefined;
}): Promise<{ base: string; version: string; logs: readonly string[] }> {
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
  const about = aboutOf(base);
  return { base: name, version: about.version, logs: logFoldersFor(folder, about, place) };
}

interface About {
  readonly version: string;
  readonly made_at: string;
  /** Folder of its log; absent in copies from before version 2.7. */
  readonly log?: string;
}

const aboutOf = (base: string) => JSON.parse(readFileSync(join(base, 'about.json'), 'utf8')) as About;
const madeAt = (base: string) => new Date(aboutOf(base).made_at);

/** Settings of the single start that recovers a copy from the log in these folders. */
export function recoverySettings(
  folder: string,
  logs: readonly string[],
  until: Date | undefined,
): Readonly<Record<string, string>> {
  const from = logs.map((log) => `"${join(folder, log)}/%f.gz"`).join(' ');
  return {
    restore_command: `for piece in ${from}; do test -f "$piece" && exec gunzip -c "$piece" > "%p"; done; exit 1`,
    recovery_target_action: 'promote',
    archive_mode: 'off',
    // PostgreSQL cannot parse Z here, because zone abbreviations are not loaded while it starts.
    ...(until === undefined
      ? {}
      : { recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00') }),
  };
}

/** Waits until the log is read to its end; returns when its last change was made. */
export async function untilPromoted(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url });
  // The database stops if its log ends before the requested moment: the query then fails.
  client.on('error', () => undefined);
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

/** A file that changes while it is read is no failure: the log corrects it. */
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

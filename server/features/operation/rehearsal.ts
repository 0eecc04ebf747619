import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DAY, MINUTE } from '@aerowatch/domain/durations';
import { BackupError } from '../../platform/database/backup/backup-error.ts';
import { restoreBackup } from '../../platform/database/backup/restore-backup.ts';
import { newestBackup } from '../../platform/database/backup/rotation.ts';
import { startCluster } from '../../platform/database/embedded/cluster.ts';
import { placeFor } from '../../platform/database/embedded/place.ts';
import { isAlive, runningPostmaster, untilDead } from '../../platform/database/embedded/postmaster.ts';
import { recover } from '../../platform/database/embedded/recover.ts';
import { MIGRATION_LOCK, type Migration } from '../../platform/database/migrate.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Comparison, compareDay } from './compare-day.ts';
import { databaseBytes, reading } from './store-rehearsal.ts';

export interface RehearsalOptions {
  /** Address of the running database, as its owner. */
  readonly live: string;
  /** A file, a folder of files named by their time, or BACKUP_CONTINUOUS. */
  readonly from: string;
  readonly isContinuous: boolean;
  readonly secret: string | undefined;
  /** A folder with space for a second database; removed afterwards. */
  readonly folder: string;
  readonly migrations: readonly Migration[];
  readonly log: Log;
  /** POSTGRES_PROGRAMS, by which the running database runs too. */
  readonly programs?: string | null;
  /** In tests: bytes left on the disk of a folder. */
  readonly room?: (folder: string) => Promise<{ free: number; size: number }>;
}

/**
 * The result of a rehearsal. Moments in ISO 8601, time in s. `empty`: restored, but its last day holds nothing to
 * compare with the running database.
 */
export interface Rehearsal {
  readonly outcome: 'equal' | 'empty' | 'differs' | 'failed' | 'no_room';
  readonly at: string;
  readonly took_s: number;
  /** The file or copy that was restored. */
  readonly name: string;
  /** The moment of its content. */
  readonly as_of: string | null;
  readonly measures: number;
  readonly entries: number;
  readonly sha256: string | null;
  readonly detail: string | null;
}

/** A backup lacks transactions that began before it and ended after it. */
const OPEN_TRANSACTIONS = 15 * MINUTE;
/** In the running database, days older than this may have been packed or archived. */
const OLDEST = 3 * DAY;
/** Space in addition to the data: the log of the restored database, and growth while it is read. Bytes. */
const BESIDE_DATA = 1_000_000_000;
const PREFIX = 'rehearsal-';
/** It is deleted afterwards, so nothing needs to be safe on disk. */
const SETTINGS = { fsync: 'off', shared_buffers: '64MB', max_wal_size: '256MB' };

/**
 * Restores the newest backup beside the running database, as a restore would, and compares its last day.
 * Throws BackupError only where its path is not there or another rehearsal is running.
 */
export async function rehearse(options: RehearsalOptions): Promise<Rehearsal> {
  const started = new Date();
  if (!existsSync(options.from)) throw new BackupError(`${options.from} is not there`);
  const name = nameOf(options);
  await sweep(options.folder);
  const found = { name: name ?? options.from, as_of: null, measures: 0, entries: 0, sha256: null };
  const end = (rest: Partial<Rehearsal> & Pick<Rehearsal, 'outcome'>): Rehearsal => ({
    ...found,
    detail: null,
    at: started.toISOString(),
    took_s: Math.round((Date.now() - started.getTime()) / 1000),
    ...rest,
  });
  if (name === undefined)
    return end({ outcome: 'failed', detail: 'it holds no backup that npm run backup -- --into made' });
  const missing = await missingRoom(options);
  if (missing !== undefined) return end({ outcome: 'no_room', detail: missing });
  const dataDir = mkdtempSync(join(options.folder, PREFIX));
  try {
    const { asOf, named } = await restored(options, name, dataDir);
    const day = {
      from: new Date(asOf.getTime() - OPEN_TRANSACTIONS - DAY),
      to: new Date(asOf.getTime() - OPEN_TRANSACTIONS),
    };
    const base = { name: named, as_of: asOf.toISOString() };
    if (started.getTime() - asOf.getTime() > OLDEST)
      return end({ ...base, outcome: 'failed', detail: 'the newest backup is more than three days old' });
    const { log, programs = null } = options;
    const cluster = await startCluster({ dataDir, log, programs, settings: SETTINGS });
    const { measures, entries, sha256, ...differences } = await reading(cluster.url, (mine) =>
      reading(options.live, (theirs) => compareDay(mine, theirs, day)),
    ).finally(() => cluster.stop());
    const detail = saidOf(differences);
    return end({
      ...base,
      measures,
      entries,
      sha256,
      outcome: detail !== null ? 'differs' : measures + entries > 0 ? 'equal' : 'empty',
      detail,
    });
  } catch (error) {
    return end({ outcome: 'failed', detail: (error as Error).message.split('\n')[0] ?? '' });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function saidOf({ lost, foreign, changed }: Pick<Comparison, 'lost' | 'foreign' | 'changed'>): string | null {
  if (lost + foreign + changed === 0) return null;
  return `${lost} rows are not in the backup, ${foreign} only there, ${changed} other than here`;
}

/** What is restored: the newest file of a folder; undefined where it has none. */
function nameOf({ from, isContinuous }: RehearsalOptions): string | undefined {
  if (isContinuous || !statSync(from).isDirectory()) return from;
  const newest = newestBackup(from);
  return newest === undefined ? undefined : join(from, newest);
}

/** Restores it into an empty DATA_DIR, whose database is stopped again; returns the moment of its content. */
async function restored(
  { isContinuous, from, secret, migrations, log, programs = null }: RehearsalOptions,
  file: string,
  dataDir: string,
): Promise<{ asOf: Date; named: string }> {
  if (isContinuous) {
    const { base, upTo } = await recover({
      folder: from,
      dataDir,
      until: undefined,
      log,
      programs,
      settings: SETTINGS,
    });
    if (upTo === undefined) throw new BackupError(`${base} has no log after it`);
    return { asOf: new Date(upTo), named: base };
  }
  const cluster = await startCluster({ dataDir, log, programs, settings: SETTINGS });
  try {
    const { header } = await restoreBackup({
      databaseUrl: cluster.url,
      dataDir,
      file,
      secret,
      migrations,
      lock: MIGRATION_LOCK,
    });
    return { asOf: new Date(header.made_at), named: basename(file) };
  } finally {
    await cluster.stop();
  }
}

/** The missing disk space; undefined if there is enough. */
async function missingRoom({
  live,
  folder,
  room = askSystem,
}: RehearsalOptions): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true });
  const { free, size } = await room(folder);
  const needed = (await databaseBytes(live)) * 1.3 + BESIDE_DATA + Math.min(BESIDE_DATA, size / 20);
  if (free >= needed) return undefined;
  return `it wants ${gigabytes(needed)} GB in ${folder}, where ${gigabytes(free)} GB are left: name another folder by --in`;
}

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);

async function askSystem(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** Only one rehearsal at a time; the remains of a killed one, with its database, are removed. */
async function sweep(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((one) => one.startsWith(PREFIX))) {
    const dataDir = join(folder, name);
    const owner = join(dataDir, 'postgres.owner');
    const pid = existsSync(owner) ? Number(readFileSync(owner, 'utf8')) : 0;
    if (pid > 1 && pid !== process.pid && isAlive(pid))
      throw new BackupError(`a rehearsal is under way (process ${pid})`);
    const postmaster = runningPostmaster(placeFor(dataDir).data)?.pid;
    if (postmaster !== undefined) {
      process.kill(postmaster, 'SIGQUIT');
      await untilDead(postmaster, 5000);
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../log/log.ts';
import { BackupError } from '../backup/backup-error.ts';
import { startCluster } from './cluster.ts';
import { BESIDE, layBase, recoverySettings, untilPromoted } from './continuous.ts';
import { type Place, placeFor } from './place.ts';

interface RecoverOptions {
  /** BACKUP_CONTINUOUS. */
  readonly folder: string;
  /** Must be empty. */
  readonly dataDir: string;
  readonly until: Date | undefined;
  readonly log: Log;
  /** As for `startCluster`. */
  readonly programs?: string | null;
  /** Settings for the start that reads the log, in addition to those of recovery. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Puts the newest copy into an empty place and recovers it from the later log; the database is stopped again.
 * A failure leaves the place empty, because half a database would block the next attempt.
 */
export async function recover(
  options: RecoverOptions,
): Promise<{ place: Place; base: string; version: string; upTo: string | undefined }> {
  const { dataDir } = options;
  const place = placeFor(dataDir);
  try {
    return { place, ...(await broughtUp(options, place)) };
  } catch (error) {
    emptyPlace(place, dataDir);
    throw error;
  }
}

/** Files that a database creates in its place. */
export const DATABASE = ['data', 'data.new', 'password', 'server-password', 'restored-at'];

/** Removes what was put into an empty place. */
export function emptyPlace(place: Place, dataDir: string): void {
  for (const name of DATABASE) rmSync(join(place.folder, name), { recursive: true, force: true });
  for (const name of BESIDE) rmSync(join(dataDir, name), { recursive: true, force: true });
}

async function broughtUp(options: RecoverOptions, place: Place) {
  const { folder, dataDir, until, log, settings, programs = null } = options;
  const { base, version, logs } = await layBase({ folder, place, dataDir, until });
  const cluster = await startCluster({
    dataDir,
    log,
    programs,
    settings: { ...settings, ...recoverySettings(folder, logs, until) },
  }).catch((error) => {
    throw endedBefore(error, until);
  });
  let upTo: string | undefined;
  try {
    upTo = await untilPromoted(cluster.url).catch((error) => {
      throw endedBefore(error, until);
    });
  } finally {
    await cluster.stop();
  }
  rmSync(join(place.data, 'backup_label.old'), { force: true });
  return { base, version, upTo };
}

/** PostgreSQL stops when the log ends before the requested moment. */
function endedBefore(error: unknown, until: Date | undefined): unknown {
  if (until === undefined) return error;
  return new BackupError(
    `the log could not be followed up to ${until.toISOString()}: it ends before, or is damaged (${oneLine(error)}); without --until it is followed as far as it goes.`,
  );
}

const oneLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0];

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';

/** Folder of the log of copies from before version 2.7, whichever cluster wrote it. */
const SHARED = 'wal';
/**
 * A file in the place of a cluster restored from a copy: the time, which is part of the name of its log's
 * folder.
 */
const RESTORED = 'restored-at';

/**
 * The folder of a cluster's log within BACKUP_CONTINUOUS. Segments of two clusters have the same names: the
 * identifier distinguishes clusters, the time of restore another history of the same one.
 */
export function logFolderOf(place: Place): string {
  const path = join(place.folder, RESTORED);
  const restored = existsSync(path) ? `-${readFileSync(path, 'utf8').trim()}` : '';
  return `${SHARED}-${systemIdentifier(place.data)}${restored}`;
}

/** After its restore a cluster has a separate history. */
export function noteRestore(place: Place, at: Date): void {
  const text = at.toISOString().replaceAll(/[-:.]/g, '');
  writeFileSync(join(place.folder, RESTORED), text, { mode: 0o644, flush: true });
}

/** All folders of logs. */
export const logFoldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^wal(-[0-9A-Z-]+)?$/.test(entry.name))
    .map(({ name }) => name)
    .sort();

/**
 * The folders with the log after a copy. A copy from before version 2.7 began in the shared folder, and
 * continued in that of its cluster: identified by the restored files, else any.
 */
export function logFoldersFor(folder: string, about: { readonly log?: string }, laid?: Place): string[] {
  if (about.log !== undefined) return [about.log];
  const own = laid === undefined ? undefined : `${SHARED}-${systemIdentifier(laid.data)}`;
  return logFoldersIn(folder).filter((name) => name === SHARED || own === undefined || name === own);
}

/**
 * The first eight bytes of the control file (`system_identifier` of ControlFileData), which is created once.
 */
function systemIdentifier(data: string): string {
  return readFileSync(join(data, 'global', 'pg_control'))
    .readBigUInt64LE(0)
    .toString();
}

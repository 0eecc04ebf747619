import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^aerowatch-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup$/;

/** The name of a backup in its folder: sorting by name sorts by time. */
export function backupName(at: Date): string {
  return `aerowatch-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;
}

/** The newest in a folder; undefined without one. */
export const newestBackup = (folder: string): string | undefined =>
  readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1);

/** Removes all but the newest backups of a folder; files with other names stay. Returns the removed ones. */
export function rotate(folder: string, keep: number): string[] {
  const gone = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of gone) rmSync(join(folder, name));
  return gone;
}

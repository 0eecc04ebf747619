import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^aerowatch-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup$/;

/** The name of a backup in a folder of them: sorted by name they are sorted by time. */
export function backupName(at: Date): string {
  return `aerowatch-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;
}

/** The youngest of a folder; undefined where there is none. */
export const newestBackup = (folder: string): string | undefined =>
  readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .at(-1);

/** Removes all but the youngest so many backups of a folder; files of other names stay. Answers what went. */
export function rotate(folder: string, keep: number): string[] {
  const gone = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of gone) rmSync(join(folder, name));
  return gone;
}

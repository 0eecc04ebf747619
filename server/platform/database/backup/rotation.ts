import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^aerowatch-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup$/;

/** The name of a backup in its folder: sorting by name sorts by time. */
export function backupName(at: Date): string {
  return `aerowatch-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;
}

/** The names of backups among other names, the oldest first. */
const backupsOf = (names: readonly string[]): string[] => names.filter((name) => NAME.test(name)).sort();

/** All backups among the names but the newest, of which `keep` stay. */
export const oldOf = (names: readonly string[], keep: number): string[] => backupsOf(names).slice(0, -keep);

/** The newest backup among the names; undefined without one. */
export const newestOf = (names: readonly string[]): string | undefined => backupsOf(names).at(-1);

/** The newest in a folder; undefined without one. */
export const newestBackup = (folder: string): string | undefined => newestOf(readdirSync(folder));

/** Removes all but the newest backups of a folder; files with other names stay. Returns the removed ones. */
export function rotate(folder: string, keep: number): string[] {
  const gone = oldOf(readdirSync(folder), keep);
  for (const name of gone) rmSync(join(folder, name));
  return gone;
}

import { posix } from 'node:path';

/**
 * Folders that directly contain more than `limit` code files, without tests, which lie beside the code they
 * test.
 */
export function crowdedFolders(paths: readonly string[], limit: number): { folder: string; files: number }[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].map(([folder, files]) => ({ folder, files })).filter(({ files }) => files > limit);
}

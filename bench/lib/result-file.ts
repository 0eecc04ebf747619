import { mkdirSync } from 'node:fs';

/** The place for the figures of a complete run: in `dist/`, which is not committed; the folder is created. */
export function resultFile(name: string): URL {
  const folder = new URL('../../dist/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  return new URL(name, folder);
}

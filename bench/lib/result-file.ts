import { mkdirSync } from 'node:fs';

/** Where the figures of a whole run are kept: in `dist/`, which no repository holds; the folder is made. */
export function resultFile(name: string): URL {
  const folder = new URL('../../dist/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  return new URL(name, folder);
}

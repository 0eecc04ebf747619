/**
 * Device passwords by serial number: the console shows them once, so they are stored in a file of mode 0600.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Credentials } from '../context.ts';

export async function readCredentials(path: string): Promise<Map<string, Credentials>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return new Map(Object.entries(JSON.parse(text) as Record<string, Credentials>));
}

export async function writeCredentials(
  path: string,
  credentials: ReadonlyMap<string, Credentials>,
): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(Object.fromEntries(credentials), null, 1), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

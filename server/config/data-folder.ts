import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../config.ts';
import { writeSecretFile } from '../platform/files/secret-file.ts';

/** Creates DATA_DIR if it is missing, and refuses one that cannot be written to. */
export function openDataFolder(folder: string): void {
  try {
    makeFolders(folder);
    if (!statSync(folder).isDirectory()) throw new Error('it is not a folder');
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(
      `DATA_DIR holds “${folder}”, which cannot be written (${code ?? message}); it may hold the path of a folder that can.`,
    );
  }
}

/** One by one, because the recursive form never ends below /proc. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  mkdirSync(folder, { mode: 0o711 });
}

const keyFile = (folder: string) => join(folder, 'secret-key');

/** The keys in DATA_DIR for secrets at rest; the first one encrypts. Undefined before the first start. */
export function storedKeys(folder: string): readonly string[] | undefined {
  const path = keyFile(folder);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(',') : undefined;
}

/** The keys of DATA_DIR; creates one if there is none. */
export function makeKeys(folder: string): readonly string[] {
  writeSecretFile(keyFile(folder), newKey());
  // Read back, so that two processes that start at once use the same key.
  return storedKeys(folder) ?? [];
}

/** Replaces the keys in DATA_DIR. */
export function replaceKeys(folder: string, keys: readonly string[]): void {
  const draft = `${keyFile(folder)}.${process.pid}.new`;
  writeFileSync(draft, keys.join(','), { mode: 0o600, flush: true });
  renameSync(draft, keyFile(folder));
}

/** 256 random bits. */
export const newKey = (): string => randomBytes(32).toString('base64url');

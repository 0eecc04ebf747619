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

/** Makes DATA_DIR where it is missing, and refuses one that cannot be written. */
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

/** One by one: the recursive form never ends below /proc. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder));
  mkdirSync(folder, { mode: 0o711 });
}

const keyFile = (folder: string) => join(folder, 'secret-key');

/** The keys of secrets at rest that DATA_DIR holds, the first one sealing; undefined before the first start. */
export function storedKeys(folder: string): readonly string[] | undefined {
  const path = keyFile(folder);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(',') : undefined;
}

/** The keys of DATA_DIR, one made where there is none. */
export function makeKeys(folder: string): readonly string[] {
  writeSecretFile(keyFile(folder), newKey());
  // Read back: of two processes that start at once, one key wins for both.
  return storedKeys(folder) ?? [];
}

/** Puts other keys into DATA_DIR in place of those it holds. */
export function replaceKeys(folder: string, keys: readonly string[]): void {
  const draft = `${keyFile(folder)}.${process.pid}.new`;
  writeFileSync(draft, keys.join(','), { mode: 0o600, flush: true });
  renameSync(draft, keyFile(folder));
}

/** 256 random bits. */
export const newKey = (): string => randomBytes(32).toString('base64url');

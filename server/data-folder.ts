import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from './config.ts';
import { writeSecretFile } from './platform/files/secret-file.ts';

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

/** The keys of secrets at rest: SECRET_KEY, else one generated into DATA_DIR at the first start. */
export function secretKeys(folder: string, given: readonly string[] | null): readonly string[] {
  if (given !== null) return given;
  const path = join(folder, 'secret-key');
  if (!existsSync(path)) writeSecretFile(path, randomBytes(32).toString('base64url'));
  return [readFileSync(path, 'utf8').trim()];
}

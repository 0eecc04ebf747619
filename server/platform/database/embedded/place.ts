import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { type Account, accountFor, canEnter, handOver, ownerOf } from './identity.ts';
import { runningPostmaster } from './postmaster.ts';

export interface Place {
  readonly account: Account;
  /** Contains `data`, `run`, the log. */
  readonly folder: string;
  /** Folder for a copy of the binaries, if one is needed. */
  readonly programs: string;
  readonly data: string;
}

/** Folders outside DATA_DIR that any account may enter, in order of preference. */
const OUTSIDE = ['/var/lib/aerowatch', '/var/tmp/aerowatch'];
/** `NOTE`, in DATA_DIR: path of the database folder. `ORIGIN`, in that folder: path of its DATA_DIR. */
const NOTE = 'postgres.location';
const ORIGIN = 'data-dir';

/**
 * The folder of the cluster: `DATA_DIR/postgres`. If started as root with a DATA_DIR that no other account
 * may enter (below /root, for example), a separate folder in /var/lib, whose path is stored in DATA_DIR: a
 * deleted DATA_DIR then starts with an empty database, as everywhere else.
 */
export function placeFor(dataDir: string): Place {
  const inside = join(dataDir, 'postgres');
  const account = accountFor(join(inside, 'data'));
  if (account.uid !== undefined) allowTraversal(dataDir);
  const within = account.uid === undefined || canEnter(account, dataDir);
  const folder = within ? inside : outside(account, dataDir, inside);
  makeFolder(folder, account, 0o700);
  const data = join(folder, 'data');
  const owner = accountOfFolder(account, data);
  // A cluster of a version with a shared account, or from a machine with other uids.
  if (owner.uid !== undefined && existsSync(data) && ownerOf(data) !== owner.uid) handOver(folder, owner);
  return { account: owner, folder, programs: within ? folder : dirname(folder), data };
}

function accountOfFolder(account: Account, data: string): Account {
  return account.uid !== undefined && existsSync(data) ? accountFor(data) : account;
}

/**
 * DATA_DIR is ours: letting others pass through it reveals nothing, because every file in it has its own
 * mode.
 */
function allowTraversal(dataDir: string): void {
  const { mode, uid } = statSync(dataDir);
  if (uid === process.getuid?.() && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o777) | 0o011);
}

function outside(account: Account, dataDir: string, inside: string): string {
  const closed = `the embedded database cannot run as root and no other account may enter ${dataDir}`;
  if (existsSync(join(inside, 'data')))
    throw new Error(`${closed}, where a database lies: open the folders above it`);
  const note = join(dataDir, NOTE);
  if (existsSync(note)) {
    const folder = readFileSync(note, 'utf8').trim();
    if (!existsSync(folder)) throw new Error(`the database that ${note} names, ${folder}, is gone`);
    return folder;
  }
  for (const base of OUTSIDE) {
    try {
      mkdirSync(base, { recursive: true, mode: 0o755 });
      const { uid, mode } = statSync(base);
      if (uid !== process.getuid?.() || (mode & 0o022) !== 0 || !canEnter(account, base)) continue;
      sweepOutside(base);
      const folder = join(base, randomBytes(8).toString('hex'));
      makeFolder(folder, account, 0o700);
      writeFileSync(join(folder, ORIGIN), dataDir);
      writeFileSync(note, `${folder}\n`);
      return folder;
    } catch {}
  }
  throw new Error(`${closed}: set DATA_DIR to a folder that others may enter, or set DATABASE_URL`);
}

/** Databases whose temporary DATA_DIR was deleted are deleted too; others are never removed. */
function sweepOutside(base: string): void {
  for (const name of readdirSync(base)) {
    const folder = join(base, name);
    const origin = join(folder, ORIGIN);
    const from = existsSync(origin) ? readFileSync(origin, 'utf8') : '';
    if (!from.startsWith(tmpdir() + sep) || existsSync(join(from, NOTE))) continue;
    if (runningPostmaster(join(folder, 'data')) === undefined)
      rmSync(folder, { recursive: true, force: true });
  }
}

export function makeFolder(folder: string, account: Account, mode: number): void {
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { mode });
  }
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
}

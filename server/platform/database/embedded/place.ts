import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, accountFor, canEnter } from './identity.ts';

export interface Place {
  readonly account: Account;
  /** Holds `data`, `run`, the log and, where needed, the binaries. */
  readonly folder: string;
  readonly data: string;
}

/** Folders outside DATA_DIR that any account may enter, in order of preference. */
const OUTSIDE = ['/var/lib/aerowatch', '/var/tmp/aerowatch'];

/**
 * Where the cluster lies: `DATA_DIR/postgres`. Started as root with a DATA_DIR that no other account may
 * enter (below /root, say), a folder of its own in /var/lib, whose path is kept in DATA_DIR: a wiped
 * DATA_DIR then starts with an empty database, as everywhere else.
 */
export function placeFor(dataDir: string): Place {
  const inside = join(dataDir, 'postgres');
  const account = accountFor(join(inside, 'data'));
  if (account.uid !== undefined) letThrough(dataDir);
  const folder = account.uid === undefined || canEnter(account, dataDir) ? inside : outside(account, dataDir);
  makeFolder(folder, account, 0o700);
  return { account: ownerWins(account, join(folder, 'data')), folder, data: join(folder, 'data') };
}

function ownerWins(account: Account, data: string): Account {
  return account.uid !== undefined && existsSync(data) ? accountFor(data) : account;
}

/** DATA_DIR is ours: passing through it gives nothing away, every file in it has its own mode. */
function letThrough(dataDir: string): void {
  const { mode, uid } = statSync(dataDir);
  if (uid === process.getuid?.() && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o777) | 0o011);
}

function outside(account: Account, dataDir: string): string {
  const note = join(dataDir, 'postgres.location');
  if (existsSync(note)) return readFileSync(note, 'utf8').trim();
  for (const base of OUTSIDE) {
    try {
      mkdirSync(base, { recursive: true, mode: 0o755 });
      if (!canEnter(account, base)) continue;
      const folder = join(base, randomBytes(8).toString('hex'));
      writeFileSync(note, `${folder}\n`);
      return folder;
    } catch {}
  }
  throw new Error(
    `the embedded database cannot run as root and no other account may enter ${dataDir}: set DATA_DIR to a folder that others may enter, or set DATABASE_URL`,
  );
}

export function makeFolder(folder: string, account: Account, mode: number): void {
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { mode });
  }
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
}

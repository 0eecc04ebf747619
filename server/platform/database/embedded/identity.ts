import { spawnSync } from 'node:child_process';
import { lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { runningPostmaster } from './postmaster.ts';

/** The account that PostgreSQL runs under. Undefined ids: our own. */
export interface Account {
  readonly uid: number | undefined;
  readonly gid: number | undefined;
}
export interface Entry {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** An account for the embedded database alone: whoever breaks into another service does not get its files. */
export const OWN_ACCOUNT = 'aerowatch-db';

/** Accounts that other services use too, for machines where no separate one can be created. */
const SHARED = ['postgres', 'nobody'];

const isRoot = (): boolean => process.platform !== 'win32' && process.getuid?.() === 0;

/**
 * PostgreSQL refuses to run as root, and needs a uid with an entry in the password file. Uses the separate
 * account if it exists; otherwise, and while it is running, an existing cluster continues under the uid that
 * owns it.
 */
export function accountFor(dataFolder: string): Account {
  if (!isRoot()) return { uid: undefined, gid: undefined };
  const running = runningPostmaster(dataFolder) !== undefined;
  const chosen = chooseAccount(passwordEntries(), ownerOf(dataFolder), running);
  if (chosen === undefined)
    throw new Error(
      'PostgreSQL cannot run as root and there is no other account on this machine: start as an ordinary user, or set DATABASE_URL',
    );
  return { uid: chosen.uid, gid: chosen.gid };
}

/** Chooses an account of the machine for a cluster that belongs to `owner` (none: undefined). */
export function chooseAccount(
  entries: readonly Entry[],
  owner: number | undefined,
  running: boolean,
): Entry | undefined {
  const others = entries.filter((entry) => entry.uid !== 0);
  const named = (name: string) => others.find((entry) => entry.name === name);
  const owning = others.find((entry) => entry.uid === owner);
  const own = named(OWN_ACCOUNT);
  const [first, second] = running ? [owning, own] : [own, owning];
  return first ?? second ?? SHARED.map(named).find((entry) => entry !== undefined) ?? others[0];
}

type Run = (command: string, args: readonly string[]) => { status: number | null };
const run: Run = (command, args) => spawnSync(command, [...args], { stdio: 'ignore' });

/** Commands to create an account without a home, a shell or a password: shadow-utils, then busybox. */
const MAKERS: readonly (readonly [string, readonly string[]])[] = [
  [
    'useradd',
    [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
      OWN_ACCOUNT,
    ],
  ],
  ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', OWN_ACCOUNT]],
];

/**
 * If started as root, creates the database's account if it is missing; returns a warning when that is
 * impossible. For a DATA_DIR in a temporary folder no permanent account is created.
 */
export function ensureOwnAccount(
  dataDir: string,
  { entries = passwordEntries, make = run }: { entries?: () => readonly Entry[]; make?: Run } = {},
): string | undefined {
  if (!isRoot() || dataDir.startsWith(tmpdir() + sep)) return undefined;
  const there = () => entries().some(({ name, uid }) => name === OWN_ACCOUNT && uid !== 0);
  if (there()) return undefined;
  for (const [command, args] of MAKERS) if (make(command, args).status === 0 && there()) return undefined;
  return `the embedded database shares its account with other services: ${OWN_ACCOUNT} could not be made; make it, or start as an ordinary user`;
}

/** Changes the owner of a folder and its contents to an account. Links are not followed. */
export function handOver(folder: string, { uid, gid }: Account): void {
  if (uid === undefined || gid === undefined) return;
  lchownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) handOver(path, { uid, gid });
    else lchownSync(path, uid, gid);
  }
}

export function ownerOf(folder: string): number | undefined {
  try {
    return statSync(folder).uid;
  } catch {
    return undefined;
  }
}

function passwordEntries(): Entry[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((parts) => parts.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** Whether an account may enter a folder: every parent folder must allow it. */
export function canEnter(account: Account, folder: string): boolean {
  if (account.uid === undefined) return true;
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = statSync(path);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

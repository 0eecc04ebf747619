import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The account that PostgreSQL runs under. Undefined ids: as we are. */
export interface Account {
  readonly uid: number | undefined;
  readonly gid: number | undefined;
}

/**
 * PostgreSQL refuses to run as root, and needs a uid that has an entry in the password file. An
 * existing cluster goes on under the uid that owns it.
 */
export function accountFor(dataFolder: string): Account {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return { uid: undefined, gid: undefined };
  const entries = passwordEntries();
  const owner = ownerOf(dataFolder);
  const chosen =
    entries.find((entry) => entry.uid === owner && entry.uid !== 0) ??
    entries.find((entry) => entry.name === 'postgres' && entry.uid !== 0) ??
    entries.find((entry) => entry.name === 'nobody' && entry.uid !== 0) ??
    entries.find((entry) => entry.uid !== 0);
  if (chosen === undefined)
    throw new Error(
      'PostgreSQL cannot run as root and there is no other account on this machine: start as an ordinary user, or set DATABASE_URL',
    );
  return { uid: chosen.uid, gid: chosen.gid };
}

function ownerOf(folder: string): number | undefined {
  try {
    return statSync(folder).uid;
  } catch {
    return undefined;
  }
}

function passwordEntries(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((parts) => parts.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** Whether an account may enter a folder: every folder on the way lets it through. */
export function canEnter(account: Account, folder: string): boolean {
  if (account.uid === undefined) return true;
  for (let path = folder; ; path = dirname(path)) {
    const { mode, uid, gid } = statSync(path);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

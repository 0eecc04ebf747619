import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
}

/**
 * The server that runs on a cluster, by its lock file. Only reads it: PostgreSQL creates the file empty and
 * fills it in a second step, so an empty file may belong to a server that is just starting, and a server
 * whose lock file is removed stops within a minute.
 */
export function runningPostmaster(data: string): Postmaster | undefined {
  const lines = readLock(data)?.split('\n');
  const pid = Number(lines?.[0]);
  if (lines === undefined || !isPid(pid) || !isAlive(pid) || !isPostgres(pid)) return undefined;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '' };
}

/** A lock file without a pid for this long (ms) was left by a crash while it was written. */
const EMPTY_IS_STALE_AFTER = 3000;

/**
 * Before a start, removes a lock file that would prevent PostgreSQL from starting although no server runs.
 * PostgreSQL itself replaces that of a dead process, but not one with another program's pid, nor an empty
 * one.
 */
export function removeStaleLock(data: string): void {
  const path = lockPath(data);
  const text = readLock(data);
  if (text === undefined) return;
  const pid = Number(text.split('\n')[0]);
  const stale = isPid(pid) ? isAlive(pid) && !isPostgres(pid) : ageOf(path) > EMPTY_IS_STALE_AFTER;
  if (stale && readLock(data) === text) rmSync(path, { force: true });
}

const lockPath = (data: string) => join(data, 'postmaster.pid');
const isPid = (pid: number) => Number.isInteger(pid) && pid > 1;

function readLock(data: string): string | undefined {
  try {
    return readFileSync(lockPath(data), 'utf8');
  } catch {
    return undefined;
  }
}

function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** After a reboot the pid in an old lock file may belong to any program. */
function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return /postgres/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
}

export async function untilDead(pid: number, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (isAlive(pid)) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

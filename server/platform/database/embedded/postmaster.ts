import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
}

/** The server that runs on a cluster, by its lock file; a stale file (dead, or another program's pid) is removed. */
export function runningPostmaster(data: string): Postmaster | undefined {
  const path = join(data, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(path, 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (Number.isInteger(pid) && pid > 1 && isAlive(pid) && isPostgres(pid))
    return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '' };
  rmSync(path, { force: true });
  return undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** After a restart of the machine the pid in an old lock file may be anybody's. */
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

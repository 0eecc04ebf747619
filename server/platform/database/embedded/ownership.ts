import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAlive } from './postmaster.ts';

/** Which of the processes that use a folder's database owns it, by its pid in a file. */
export interface Ownership {
  /** Another process owned it when this one began, and this one has not taken over. */
  isAnother(): boolean;
  /** Another process owns it and is alive. */
  isAnotherAlive(): boolean;
  /** Its pid; undefined unless another living process owns it. */
  other(): number | undefined;
  /** This process owns it from now on. */
  take(): void;
  release(): void;
}

/** Takes the ownership unless the database runs and its owner is alive. */
export function makeOwnership(file: string, runs: boolean): Ownership {
  let others = runs && ownerOf(file) !== undefined;
  const take = () => {
    others = false;
    writeFileSync(file, String(process.pid));
  };
  if (!others) take();
  return {
    isAnother: () => others,
    isAnotherAlive: () => others && ownerOf(file) !== undefined,
    other: () => (others ? ownerOf(file) : undefined),
    take,
    release: () => rmSync(file, { force: true }),
  };
}

/** The living process, other than this one, that started the database. */
function ownerOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid !== process.pid && pid > 1 && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

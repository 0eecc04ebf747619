import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses between attempts, ms: a pool that is exhausted for a moment, a database that restarts. */
const PAUSES = [200, 1000];

/** The answer, requested again after pauses when it fails; the error after the last attempt. */
export async function retry<T>(ask: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await ask();
    } catch {
      await sleep(pause);
    }
  }
  return ask();
}

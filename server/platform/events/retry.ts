import { setTimeout as sleep } from 'node:timers/promises';

/** Between tries, ms: a pool that is full for a moment, a database that restarts. */
const PAUSES = [200, 1000];

/** The answer, asked for again after a pause when it fails; the error once that was in vain too. */
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

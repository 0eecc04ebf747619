import { isRetryable } from '../errors.ts';

const TRIES = 5;

/** Does a transaction, anew when it lost a race with another one (deadlock, serialization); gives up after a few times. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES || !isRetryable(error)) throw error;
    }
  }
}

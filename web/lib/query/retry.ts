import { type Failure, mayPass } from '../api/result.ts';

/** First and longest wait before something known is read again after a failure, ms. */
const FIRST_WAIT = 4000;
const LONGEST_WAIT = 60_000;

/**
 * Milliseconds until a failed read is retried; null if it is refused for good. `attempt` counts from 0. All
 * consoles find the same server starting, so the waits are jittered; the server's own Retry-After is
 * respected.
 */
export function waitBeforeRetry(failure: Failure, attempt: number, chance = Math.random()): number | null {
  if (failure.aborted || !mayPass(failure)) return null;
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + chance / 2);
  const asked = (failure.retryAfter ?? 0) * 1000;
  return asked > wait ? asked * (1 + chance / 10) : wait;
}

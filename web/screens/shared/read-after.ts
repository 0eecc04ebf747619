import type { SharedBox } from '@aerowatch/contracts/api/box-links';
import type { Failure, Result } from '../../lib/api/result.ts';

/** What a shared link shows, and why it may be out of date. */
export interface Read {
  readonly shared: SharedBox | null;
  readonly failure: Failure | null;
}

/** The state after one more answer: when the next read fails the old data stays, marked as such. */
export function readAfter(before: Read | undefined, result: Result<SharedBox>): Read {
  return result.ok
    ? { shared: result.data, failure: null }
    : { shared: before?.shared ?? null, failure: result };
}

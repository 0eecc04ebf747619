import type { SharedBox } from '@aerowatch/contracts/api/box-links';
import type { Failure, Result } from '../../lib/api/result.ts';

/** The data of a shared link, and why it may be outdated. */
export interface Read {
  readonly shared: SharedBox | null;
  readonly failure: Failure | null;
}

/** The state after another answer: if the next read fails the old data stays, marked as outdated. */
export function readAfter(before: Read | undefined, result: Result<SharedBox>): Read {
  return result.ok
    ? { shared: result.data, failure: null }
    : { shared: before?.shared ?? null, failure: result };
}

import type { SharedBox } from '@aerowatch/contracts/api/box-links';
import type { Failure, Result } from '../../lib/api/result.ts';

/** What is shown of a link, and why it may be old. */
export interface Read {
  readonly shared: SharedBox | null;
  readonly failure: Failure | null;
}

/** After one more answer: what was read stays in view where the next cannot be, and that is said. */
export function readAfter(before: Read | undefined, result: Result<SharedBox>): Read {
  return result.ok
    ? { shared: result.data, failure: null }
    : { shared: before?.shared ?? null, failure: result };
}

import { TooManyRequests } from '../../errors.ts';
import { bucketPer } from '../../load/rate.ts';
import { nameOf, type Viewer } from '../../viewer.ts';

/** One in this many of the allowed calls may be a change. */
const CHANGES_OF = 5;
/** Calls of this many seconds may come at once: a screen that opens, a script that catches up. */
const BURST_SECONDS = 30;

/** A caller without a viewer of its own, by its kind and number. */
export interface Program {
  readonly kind: 'scim';
  readonly id: number;
}

/** Rate limit for a signed-in user or a key in this process, whatever their rights. */
export interface CallerRate {
  /** Counts a call, before anything else is done for it. Throws 429 `too_many_calls`. */
  count(viewer: Viewer | Program, method: string): void;
}

/** Counted per user or key, in memory, over all sessions of a user. Null: unlimited. */
export function callerRate(perSecond: number | null): CallerRate {
  if (perSecond === null) return { count: () => undefined };
  const changesPerSecond = perSecond / CHANGES_OF;
  const all = bucketPer(perSecond, perSecond * BURST_SECONDS);
  const changes = bucketPer(changesPerSecond, changesPerSecond * BURST_SECONDS);
  return {
    count(viewer, method) {
      const [name, now] = [nameOf(viewer), performance.now()];
      if (!all.of(name, now).tryTake(now)) throw tooMany('too_many_calls', perSecond);
      if (method !== 'GET' && method !== 'HEAD' && !changes.of(name, now).tryTake(now))
        throw tooMany('too_many_changes', changesPerSecond);
    },
  };
}

const tooMany = (code: string, perSecond: number) =>
  new TooManyRequests(1 / perSecond, `${code}|${perSecond}`, code);

import { TooManyRequests } from '../../errors.ts';
import { bucketPer } from '../../load/rate.ts';
import { nameOf, type Viewer } from '../../viewer.ts';

/** Of the calls a second that somebody may make, those that may change something. */
const CHANGES_OF = 5;
/** Calls of this many seconds may come at once: a screen that opens, a script that catches up. */
const BURST_SECONDS = 30;

/** How fast somebody who is signed in, or a key, may call this process, whatever they may do. */
export interface CallerRate {
  /** Counts a call, before anything is done for it. Throws 429 `too_many_calls`. */
  count(viewer: Viewer, method: string): void;
}

/** Counted by person or key, in memory, all sessions of a person as one. Null: nobody is held. */
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

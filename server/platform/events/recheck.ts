import { Unauthorized } from '../errors.ts';
import { isOther } from '../http/callers/standing.ts';
import type { Viewer } from '../viewer.ts';
import type { Subscriber } from './audience.ts';

/** Told when it is known who listens by now; more than these are told when it comes back. */
const MOST_LATER = 2000;

/**
 * Rights and sessions that change act on streams too: who listens is looked up again, and what comes meanwhile
 * waits. A dead session ends the stream; so do other rights when something waits that was looked up with those of
 * before: it comes back for it with those of now.
 */
export function rechecking(
  subscriber: Pick<Subscriber, 'viewer' | 'end'>,
  lookUp: () => Promise<Viewer>,
): { recheck(): Promise<void>; tell(one: () => void): void } {
  let looking: Promise<unknown> | undefined;
  let later: (() => void)[] = [];
  const mustEnd = (now: Viewer) =>
    (now.kind === 'user' && now.limited !== null) || (later.length > 0 && isOther(subscriber.viewer, now));
  return {
    async recheck() {
      const asked = lookUp();
      looking = asked;
      const now = await asked.catch((error) => error as Error);
      // Another change came meanwhile: that look counts.
      if (looking !== asked) return;
      if (now instanceof Unauthorized || (!(now instanceof Error) && mustEnd(now))) return subscriber.end();
      looking = undefined;
      if (!(now instanceof Error)) subscriber.viewer = now;
      const waited = later;
      later = [];
      for (const one of waited) one();
    },
    tell(one) {
      if (looking === undefined) one();
      else if (later.length < MOST_LATER) later.push(one);
      else subscriber.end();
    },
  };
}

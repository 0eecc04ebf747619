import { Unauthorized } from '../errors.ts';
import { isOther } from '../http/callers/standing.ts';
import type { Viewer } from '../viewer.ts';
import type { Subscriber } from './audience.ts';

/**
 * Messages held back while subscribers are looked up again; beyond this number streams are ended and
 * reconnect.
 */
const MOST_LATER = 2000;

/**
 * Changes of rights and sessions affect streams too: subscribers are looked up again, and new messages wait.
 * A dead session ends the stream; so do changed rights if waiting messages were loaded with the old ones: the
 * stream reconnects with the new ones.
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
      // Another change came in the meantime: only its look-up counts.
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

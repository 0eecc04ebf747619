/** Short-lived cache shared by identical requests. */
import type { Clock } from '../clock.ts';
import type { Db } from '../database/db.ts';
import type { Events } from './events.ts';
import { CHANGES_CHANNEL } from './record.ts';
import { newestChange } from './store-events.ts';

/** Maximum age in ms, because measures and time change answers without an event. */
const MAX_AGE_MS = 5000;
/** Maximum age as a multiple of the time it took to compute: cheap answers never lag visibly. */
const MAX_AGE_FACTOR = 20;
/** Maximum number of cached requests. */
const MAX_ENTRIES = 8;

interface CacheEntry<T> {
  readonly at: number;
  readonly change: number;
  readonly heard: number;
  readonly value: Promise<T>;
  /** Duration in ms; null while it is being computed: all requests wait for it. */
  took: number | null;
}

/**
 * Answers computed once for identical requests; any change invalidates them. Changes are read from the
 * database, and also received as events where commits overtake each other. The key identifies the request and
 * what its caller may see.
 */
export function makeResponseCache<T>({
  db,
  clock,
  events,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
}): (key: string, make: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, CacheEntry<T>>();
  let heard = 0;
  events.hub.listen(CHANGES_CHANNEL, () => {
    heard += 1;
  });
  const isFresh = (one: CacheEntry<T>, change: number, now: number): boolean =>
    one.change === change &&
    one.heard === heard &&
    (one.took === null || Math.abs(now - one.at) <= Math.min(MAX_AGE_MS, MAX_AGE_FACTOR * one.took));
  const drop = (key: string, one: CacheEntry<T>): void => {
    if (kept.get(key) === one) kept.delete(key);
  };
  return async (key, make) => {
    const change = await newestChange(db);
    const now = clock.now();
    const known = kept.get(key);
    if (known !== undefined && isFresh(known, change, now)) return known.value;
    const begun = performance.now();
    const made: CacheEntry<T> = { at: now, change, heard, value: make(), took: null };
    made.value.then(
      () => {
        made.took = performance.now() - begun;
        // Later requests cannot use it: its megabytes are released.
        setTimeout(() => drop(key, made), Math.min(MAX_AGE_MS, MAX_AGE_FACTOR * made.took)).unref();
      },
      () => drop(key, made),
    );
    kept.delete(key);
    kept.set(key, made);
    const [oldest] = kept.keys();
    if (kept.size > MAX_ENTRIES && oldest !== undefined) kept.delete(oldest);
    return made.value;
  };
}

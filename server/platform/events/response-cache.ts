/** What was made for one and serves all who ask the same within moments. */
import type { Clock } from '../clock.ts';
import type { Db } from '../database/db.ts';
import type { Events } from './events.ts';
import { CHANGES_CHANNEL } from './record.ts';
import { newestChange } from './store-events.ts';

/** ms; measures and time change things without an event: cached no longer than this. */
const MAX_AGE_MS = 5000;
/** And no longer than so many times what it took to make: what is cheap is never seen to lag. */
const MAX_AGE_FACTOR = 20;
/** Kept for so many different questions. */
const MAX_ENTRIES = 8;

interface CacheEntry<T> {
  readonly at: number;
  readonly change: number;
  readonly heard: number;
  readonly value: Promise<T>;
  /** ms it took; null while it is being made: all wait for the one. */
  took: number | null;
}

/**
 * Answers made once for all who ask the same; any change of anything makes them anew. Changes are seen in the
 * database, and heard of where commits overtake each other. The key names the question and what its asker may see.
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
        // Nobody who asks later is served by it: its megabytes go.
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

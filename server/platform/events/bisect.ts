import { isDatabaseAway } from '../database/errors.ts';
import { retry } from './retry.ts';

/** Maximum time for finding a failing item, ms: other batches wait for it. */
const MAX_SEARCH_MS = 5000;
/**
 * After a failure the rest of a batch is given up when it has taken this long, ms: the next batch waits for
 * it.
 */
const MAX_BATCH_MS = 10_000;

/**
 * Loads all items, halving a failed batch until the failing items are found: those are passed to `onLost`,
 * the others are returned. Throws when the database is unavailable or the search takes too long.
 */
export async function loadBisecting<T, R>(
  items: readonly T[],
  load: (some: readonly T[]) => Promise<readonly R[]>,
  onLost: (item: T, error: unknown) => void,
  until = performance.now() + MAX_SEARCH_MS,
): Promise<R[]> {
  try {
    return [...(await load(items))];
  } catch (error) {
    const [item] = items;
    if (item === undefined || isDatabaseAway(error) || performance.now() > until) throw error;
    if (items.length === 1) {
      onLost(item, error);
      return [];
    }
    const half = items.length >> 1;
    const first = await loadBisecting(items.slice(0, half), load, onLost, until);
    return [...first, ...(await loadBisecting(items.slice(half), load, onLost, until))];
  }
}

/** Loads one group of a batch: `whole` at once, else `byItem`. */
export type BatchLoad = <T>(whole: () => Promise<T>, byItem: () => Promise<T>) => Promise<T>;
/**
 * Loads the groups of a batch one after the other. A group is retried, until one fails all the same: then the
 * rest are tried only once each, because everybody waits for them. A failure not caused by the database is
 * searched item by item.
 */
export function makeBatchLoad(): BatchLoad {
  const startedAt = performance.now();
  let failure: { error: unknown } | undefined;
  return async (whole, byItem) => {
    if (failure !== undefined && performance.now() - startedAt > MAX_BATCH_MS) throw failure.error;
    try {
      return await (failure === undefined ? retry(whole) : whole());
    } catch (error) {
      failure = { error };
      if (isDatabaseAway(error)) throw error;
      return byItem();
    }
  };
}

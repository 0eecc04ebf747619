import { isDatabaseAway } from '../database/errors.ts';
import { patiently } from './patiently.ts';

/** Looking for what fails alone ends after this, ms: others wait for it. */
const LONGEST_SEARCH = 5000;
/** After a failure the rest of a batch is given up when it has lasted so long, ms: the next batch waits for it. */
const LONGEST_BATCH = 10_000;

/** The answers for all items but those that fail alone, which are `lost`; the error where it is not for an item. */
export async function apart<T, R>(
  items: readonly T[],
  load: (some: readonly T[]) => Promise<readonly R[]>,
  lost: (item: T, error: unknown) => void,
  until = performance.now() + LONGEST_SEARCH,
): Promise<R[]> {
  try {
    return [...(await load(items))];
  } catch (error) {
    const [item] = items;
    if (item === undefined || isDatabaseAway(error) || performance.now() > until) throw error;
    if (items.length === 1) {
      lost(item, error);
      return [];
    }
    const half = items.length >> 1;
    const first = await apart(items.slice(0, half), load, lost, until);
    return [...first, ...(await apart(items.slice(half), load, lost, until))];
  }
}

export type Patience = <T>(whole: () => Promise<T>, byItem: () => Promise<T>) => Promise<T>;
/**
 * Asks for one group of a batch after the other: patiently until one fails all the same, then once each, as all wait.
 * A failure that is not the database's is looked for item by item.
 */
export function makePatience(): Patience {
  const begun = performance.now();
  let failure: { error: unknown } | undefined;
  return async (whole, byItem) => {
    if (failure !== undefined && performance.now() - begun > LONGEST_BATCH) throw failure.error;
    try {
      return await (failure === undefined ? patiently(whole) : whole());
    } catch (error) {
      failure = { error };
      if (isDatabaseAway(error)) throw error;
      return byItem();
    }
  };
}

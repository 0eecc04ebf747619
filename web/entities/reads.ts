import type { EventEntity } from '@aerowatch/contracts/events';
import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { readApi } from '../lib/api/read.ts';
import { signedOut } from '../lib/state/authentication.ts';
import { type Dispatch, middleware, reducer, store } from './store.ts';

/** Reads that depend on an entity are refreshed at most this often, ms. */
export const REFRESH = 4000;
/** Reads under way that were asked for again: what they bring may be older than what was asked for. */
const again = new Set<string>();
/** And those that events asked for. */
const stale = new Set<string>();
let isByEvents = false;
const { initiate, matchFulfilled, matchRejected } = readApi.endpoints.read;
const ended = isAnyOf(matchFulfilled, matchRejected);

/**
 * A read that is asked for while it is under way is refused; it is read once more when it has ended. For events that
 * is later, and where it is still shown: a list that is slow to read would be read without a pause.
 */
function follow(action: UnknownAction, dispatch: Dispatch): void {
  if (!ended(action)) return;
  const { arg, requestStatus, ...meta } = action.meta;
  const { queryCacheKey: key } = arg;
  if (requestStatus === 'rejected' && 'condition' in meta && meta.condition === true) {
    if (arg.forceRefetch === true && !isByEvents) again.add(key);
    return;
  }
  const isStale = stale.delete(key);
  const read = () => void dispatch(initiate(arg.originalArgs, { forceRefetch: true, subscribe: false }));
  if (again.delete(key)) read();
  else if (isStale) {
    const endedAt = Date.now();
    setTimeout(() => {
      const { queries, subscriptions } = cache();
      const isShown = Object.keys(subscriptions[key] ?? {}).length > 0;
      // Somebody else may have read it meanwhile.
      if (isShown && (queries[key]?.startedTimeStamp ?? 0) < endedAt) read();
    }, REFRESH);
  }
}
// The store was typed before this was joined to it.
const cache = () => (store.getState() as unknown as { reads: ReturnType<typeof readApi.reducer> }).reads;

/**
 * Joins the cache of reads to the store. Loaded with the shell only: the sign-in page reads nothing
 * through it. The cache belongs to whoever was signed in.
 */
reducer.inject({ reducerPath: readApi.reducerPath, reducer: readApi.reducer });
middleware.addMiddleware(readApi.middleware, ({ dispatch }) => (next) => (action) => {
  const result = next(action);
  if (signedOut.match(action)) {
    again.clear();
    stale.clear();
    dispatch(readApi.util.resetApiState());
  }
  follow(action as UnknownAction, dispatch as Dispatch);
  return result;
});

/** Reads again what is shown and follows events of these entities, what is under way once it has ended. */
export function readAgain(entities: readonly EventEntity[]): void {
  for (const [key, read] of Object.entries(cache().queries)) {
    const { live } = (read?.originalArgs ?? { live: [] }) as { live: readonly EventEntity[] };
    // One that has never ended has no tags yet by which it would be found.
    if (read?.status === 'pending' && live.some((one) => entities.includes(one))) stale.add(key);
  }
  isByEvents = true;
  try {
    store.dispatch(readApi.util.invalidateTags([...entities]));
  } finally {
    isByEvents = false;
  }
}

export { readApi, store };

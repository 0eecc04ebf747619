import type { EventEntity } from '@aerowatch/contracts/events';
import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { readApi } from '../lib/api/read.ts';
import { signedOut } from '../lib/state/authentication.ts';
import { type Dispatch, middleware, reducer, store } from './store.ts';

/** Reads under way that were asked for again: what they bring may be older than what was asked for. */
const again = new Set<string>();
const { initiate, matchFulfilled, matchRejected } = readApi.endpoints.read;
const ended = isAnyOf(matchFulfilled, matchRejected);

/** A read that is asked for while it is under way is refused; it is read once more when it has ended. */
function follow(action: UnknownAction, dispatch: Dispatch): void {
  if (!ended(action)) return;
  const { arg, requestStatus, ...meta } = action.meta;
  if (requestStatus === 'rejected' && 'condition' in meta && meta.condition === true) {
    if (arg.forceRefetch === true) again.add(arg.queryCacheKey);
  } else if (again.delete(arg.queryCacheKey))
    void dispatch(initiate(arg.originalArgs, { forceRefetch: true, subscribe: false }));
}

/**
 * Joins the cache of reads to the store. Loaded with the shell only: the sign-in page reads nothing
 * through it. The cache belongs to whoever was signed in.
 */
reducer.inject({ reducerPath: readApi.reducerPath, reducer: readApi.reducer });
middleware.addMiddleware(readApi.middleware, ({ dispatch }) => (next) => (action) => {
  const result = next(action);
  if (signedOut.match(action)) {
    again.clear();
    dispatch(readApi.util.resetApiState());
  }
  follow(action as UnknownAction, dispatch as Dispatch);
  return result;
});

/** Reads again what is shown and follows events of these entities, what is under way once it has ended. */
export function readAgain(entities: readonly EventEntity[]): void {
  // The store was typed before this was joined to it.
  const { reads } = store.getState() as unknown as { reads: ReturnType<typeof readApi.reducer> };
  for (const [key, read] of Object.entries(reads.queries)) {
    const { live } = (read?.originalArgs ?? { live: [] }) as { live: readonly EventEntity[] };
    // One that has never ended has no tags yet by which it would be found.
    if (read?.status === 'pending' && live.some((one) => entities.includes(one))) again.add(key);
  }
  store.dispatch(readApi.util.invalidateTags([...entities]));
}

export { readApi, store };

import type { EventEntity } from '@aerowatch/contracts/events';
import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import { call } from '../api/call.ts';
import { factsOf } from '../api/client.ts';
import type { EndpointKey } from '../api/contract.ts';
import type { Failure } from '../api/result.ts';
import { signedOut } from '../state/authentication.ts';
import type { Collection } from '../state/collections.ts';
import { type Dispatch, middleware, reducer, store } from '../state/store.ts';
import { readCollection } from './read-collection.ts';
import { waitBeforeRetry } from './retry.ts';
import {
  forgetStaleness,
  hasWritten,
  isStale,
  noteChange,
  noteRead,
  noteWrite,
  type Subject,
  subjectOfPath,
} from './staleness.ts';

/** Minimum interval for reading displayed data again that follows an entity, ms. */
const REFRESH = 4000;

export interface QueryArgument {
  key: EndpointKey;
  options: { params?: unknown; query?: unknown };
  /** Live events of these entities make the answer stale. */
  live: readonly EventEntity[];
  /** Identifies the form filled from it: the answer stays unchanged until that form requests it again. */
  form?: string;
}
interface Answered {
  body: unknown;
  etag: string | undefined;
  /** Of a list without an envelope: how many there are. */
  total: number | undefined;
}

/**
 * The cache of everything that is read (docs/decisions/0201): `one` answers any GET of the contract;
 * `collection` loads a collection into its slice, and stores only whether that worked.
 */
export const queryApi = createApi({
  reducerPath: 'queries',
  baseQuery: fakeBaseQuery<Failure>(),
  keepUnusedDataFor: 60,
  // "Delayed" would block all lists while any read is in progress, for example one that hangs.
  invalidationBehavior: 'immediately',
  tagTypes: ['read'],
  endpoints: (build) => ({
    one: build.query<Answered, QueryArgument>({
      // Curves are long: comparing them point by point costs more than drawing them.
      structuralSharing: false,
      queryFn: async (argument, { signal }) => {
        noteRead(idOf(argument));
        const result = await call(argument.key as 'meGet', { ...argument.options, signal } as never);
        if (!result.ok) return { error: result };
        const etag = result.headers.get('etag') ?? undefined;
        // Frozen, because Immer walks through everything that is not: curves and maps contain many numbers.
        const counted = result.headers.get('x-total-count');
        const total = counted === null ? undefined : Number(counted);
        return { data: Object.freeze({ body: result.data ?? null, etag, total }) };
      },
      providesTags: (_data, _error, argument) => [{ type: 'read', id: idOf(argument) }],
    }),
    collection: build.query<null, Collection>({
      keepUnusedDataFor: Number.POSITIVE_INFINITY,
      queryFn: async (collection, { signal }) => {
        const failure = await readCollection(collection, signal);
        return failure === null ? { data: null } : { error: failure };
      },
    }),
  }),
});

export type Queries = ReturnType<typeof queryApi.reducer>;
const { one, collection } = queryApi.endpoints;
// The type of the store does not include this cache, which is added later.
export const queriesOf = (state: unknown): Queries => (state as { queries: Queries }).queries;
const queries = () => queriesOf(store.getState());
const isShown = (key: string): boolean => Object.keys(queries().subscriptions[key] ?? {}).length > 0;

const idOf = (argument: QueryArgument): string => JSON.stringify(argument);
function followsOf(argument: QueryArgument): Subject[] {
  const { key, live, form } = argument;
  const others = form === undefined ? [...live, subjectOfPath(factsOf(key).path)] : [];
  return [...others, `read ${idOf(argument)}`];
}

/**
 * Reads displayed data again that became stale. For a read still in progress: `atOnce` repeats it as soon as
 * it has ended; otherwise it waits, because a slow list would be read without a pause.
 */
function refresh(atOnce = false): void {
  let isWaiting = false;
  const tags: { type: 'read'; id: string }[] = [];
  for (const query of Object.values(queries().queries)) {
    if (query?.endpointName !== 'one') continue;
    const argument = query.originalArgs as unknown as QueryArgument;
    if (!isStale(idOf(argument), followsOf(argument))) continue;
    if (query.status !== 'pending') tags.push({ type: 'read', id: idOf(argument) });
    else if (atOnce) void runningOf(argument)?.then(() => refresh(true));
    else isWaiting = true;
  }
  // Entries that are no longer shown leave the cache.
  store.dispatch(queryApi.util.invalidateTags(tags));
  if (isWaiting) refreshSoon();
}
const runningOf = (argument: QueryArgument) =>
  (store.dispatch as Dispatch)(queryApi.util.getRunningQueryThunk('one', argument));

let isPlanned = false;
function refreshSoon(): void {
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(() => {
    isPlanned = false;
    refresh();
  }, REFRESH);
}
/** Data that follows these entities is stale; it is read again within seconds, or at once. */
export function markStale(entities: readonly EventEntity[], atOnce = false): void {
  noteChange(entities);
  if (atOnce) refresh(true);
  else refreshSoon();
}
/** Data written by this console is read again at once where it is shown. */
export function markWritten(subjects: readonly Subject[]): void {
  noteWrite(subjects);
  refresh(true);
}
/** Reads again, even if a read is in progress, which may not include what the user has just created. */
export function readAgain(argument: QueryArgument): void {
  if (runningOf(argument) !== undefined && hasWritten(idOf(argument))) return;
  noteChange([`read ${idOf(argument)}`]);
  refresh(true);
}
/** Reads a collection again; a read in progress may be older, and is dropped. */
export async function readCollectionAgain(name: Collection): Promise<void> {
  const dispatch = store.dispatch as Dispatch;
  const running = dispatch(queryApi.util.getRunningQueryThunk('collection', name));
  running?.abort();
  await running;
  await dispatch(collection.initiate(name, { forceRefetch: true, subscribe: false }));
}

const ended = isAnyOf(
  one.matchFulfilled,
  one.matchRejected,
  collection.matchFulfilled,
  collection.matchRejected,
);
/** Number of failures since the last success of a read, by its key in the cache. */
const attempts = new Map<string, number>();

/** Data that was known and cannot be read now is retried while it is shown. */
function retry(action: UnknownAction): void {
  if (!ended(action)) return;
  const { queryCacheKey: key } = action.meta.arg;
  if (action.meta.requestStatus === 'fulfilled') {
    attempts.delete(key);
    return;
  }
  const query = queries().queries[key];
  const failure = action.payload as Failure | undefined;
  if (failure === undefined || query?.data === undefined) return;
  const attempt = attempts.get(key) ?? 0;
  const wait = waitBeforeRetry(failure, attempt);
  if (wait === null) return;
  attempts.set(key, attempt + 1);
  setTimeout(() => {
    // In the meantime another read may have succeeded, or the user may have left or signed out.
    if (queries().queries[key]?.requestId !== query.requestId) return;
    if (query.endpointName === 'collection') void readCollectionAgain(query.originalArgs as Collection);
    else if (isShown(key)) readAgain(query.originalArgs as QueryArgument);
  }, wait);
}

/**
 * Adds the cache to the store. Loaded only with the shell: the sign-in page reads nothing through it. The
 * cache belongs to the signed-in user.
 */
reducer.inject({ reducerPath: queryApi.reducerPath, reducer: queryApi.reducer });
middleware.addMiddleware(queryApi.middleware, ({ dispatch }) => (next) => (action) => {
  const result = next(action);
  if (signedOut.match(action)) {
    attempts.clear();
    forgetStaleness();
    dispatch(queryApi.util.resetApiState());
  }
  retry(action as UnknownAction);
  return result;
});
// An added reducer gets its place in the state only with the next action, which a page before sign-in may not
// have.
store.dispatch({ type: 'queries/joined' });

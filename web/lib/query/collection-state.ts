import type { Failure } from '../api/result.ts';
import type { Collection } from '../state/collections.ts';
import { type State, useAppSelector } from '../state/store.ts';
import { loadCollections } from './load-collections.ts';
import { queryApi } from './query-api.ts';
import { useCollection, useShown } from './use-collection.ts';
import { useQuery } from './use-query.ts';

type QueryState = Parameters<ReturnType<typeof queryApi.endpoints.collection.select>>[0];
const readOf = (state: State, collection: Collection) =>
  queryApi.endpoints.collection.select(collection)(state as unknown as QueryState);
/** Whether it was read at least once; a failure counts too. */
const isRead = ({ status, data, error }: ReturnType<typeof readOf>): boolean =>
  data !== undefined || (status !== 'pending' && error !== undefined);

/** Whether all items are loaded: it was read without failure, and is small enough to be here as a whole. */
export function isWhole(state: State, collection: Collection): boolean {
  const { data, error } = readOf(state, collection);
  const { [collection]: table, counts, windowed } = state.entities;
  const isRead = data !== undefined && error === undefined;
  return isRead && !windowed[collection] && table.ids.length >= counts[collection];
}

/** What a table shows while a collection is loading, or when it could not be read. */
export function useCollectionState(collection: Collection): {
  isLoading: boolean;
  failure: Failure | undefined;
  refetch: () => void;
} {
  useShown(collection);
  const isLoading = useAppSelector((state) => !isRead(readOf(state, collection)));
  const failure = useAppSelector((state) => readOf(state, collection).error as Failure | undefined);
  return {
    isLoading,
    failure: isLoading ? undefined : failure,
    refetch: () => void loadCollections([collection]),
  };
}
/** Whether all items are loaded. Only then may they be counted. */
export function useIsWhole(collection: Collection): boolean {
  useShown(collection);
  return useAppSelector((state) => isWhole(state, collection));
}
/** Whether only those items are here that were asked for: lists and counts come from the server. */
export function useIsWindowed(collection: Collection): boolean {
  return useAppSelector((state) => state.entities.windowed[collection]);
}
/** Open alerts that notify people, without those in a silence; null while unknown. */
export function useRingingAlerts(): number | null {
  const windowed = useIsWindowed('alerts');
  const counted = useOpenAlerts({ silenced: false }, !windowed);
  const known = useCountHere('alerts');
  const silenced = useCollection('alerts').filter((alert) => alert.silenced).length;
  if (windowed) return counted;
  return known === null ? null : Math.max(0, known - silenced);
}
/** The server's count; null while unknown, so that nothing looks calm too early. */
export function useKnownCount(collection: Collection): number | null {
  const known = useCountHere(collection);
  // Events do not tell whether an alert that is not here was open before.
  const skip = !useIsWindowed('alerts') || collection !== 'alerts';
  const counted = useOpenAlerts({}, skip);
  return skip ? known : counted;
}
/** The count as of the last read of a collection, with what events have changed since; null while unknown. */
function useCountHere(collection: Collection): number | null {
  useShown(collection);
  return useAppSelector((state) => {
    const { data, error } = readOf(state, collection);
    return data !== undefined && error === undefined ? state.entities.counts[collection] : null;
  });
}
/** How many open alerts the server counts; null while unknown. */
function useOpenAlerts(filter: { silenced?: boolean }, skip: boolean): number | null {
  const query = { ...filter, limit: 1 };
  return useQuery('alertsOpened', { query }, { skip, live: ['alerts'] }).total ?? null;
}

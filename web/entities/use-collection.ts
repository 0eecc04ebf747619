import { useMemo } from 'react';
import type { Failure } from '../lib/api/result.ts';
import type { Collection, Items } from './collections.ts';
import { isWhole } from './entities-slice.ts';
import { loadCollections } from './load.ts';
import { useAppSelector } from './store.ts';

/** All items of a collection (stable while nothing changes). */
export function useCollection<C extends Collection>(collection: C): Items[C][] {
  const table = useAppSelector((state) => state.entities[collection]);
  return useMemo(
    () => table.ids.map((id) => (table.entities as Record<number, Items[C]>)[id] as Items[C]),
    [table],
  );
}
export function useItem<C extends Collection>(
  collection: C,
  id: number | null | undefined,
): Items[C] | undefined {
  return useAppSelector((state) =>
    id === null || id === undefined
      ? undefined
      : (state.entities[collection].entities as Record<number, Items[C]>)[id],
  );
}
/** By id, for columns that show the name of something else. */
export function useTable<C extends Collection>(collection: C): Readonly<Record<number, Items[C]>> {
  return useAppSelector((state) => state.entities[collection].entities as Record<number, Items[C]>);
}
/** What a table shows while a collection is loading, or when it could not be read. */
export function useCollectionState(collection: Collection): {
  isLoading: boolean;
  failure: Failure | undefined;
  onRetry: () => void;
} {
  const isLoading = useAppSelector((state) => state.entities.status[collection] !== 'loaded');
  const failure = useAppSelector((state) => state.entities.failures[collection]);
  return {
    isLoading,
    failure: isLoading ? undefined : failure,
    onRetry: () => void loadCollections([collection]),
  };
}
/** Whether every item is loaded. Only then may they be counted. */
export function useIsWhole(collection: Collection): boolean {
  return useAppSelector(({ entities }) => isWhole(entities, collection));
}
/** Open alerts that notify people: those in a silence do not; null while that is not known. */
export function useRingingAlerts(): number | null {
  const known = useKnownCount('alerts');
  const silenced = useCollection('alerts').filter((alert) => alert.silenced).length;
  return known === null ? null : Math.max(0, known - silenced);
}
/** The server's count; null while it is not known, so that nothing looks calm too early. */
export function useKnownCount(collection: Collection): number | null {
  return useAppSelector(({ entities }) =>
    entities.status[collection] === 'loaded' && entities.failures[collection] === undefined
      ? entities.counts[collection]
      : null,
  );
}
export function useCount(collection: Collection): number {
  return useAppSelector((state) => state.entities.counts[collection]);
}

import { useMemo } from 'react';
import type { Collection, Items } from '../state/collections.ts';
import { useAppSelector } from '../state/store.ts';

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
export function useCount(collection: Collection): number {
  return useAppSelector((state) => state.entities.counts[collection]);
}

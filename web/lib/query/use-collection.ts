import { useEffect, useMemo } from 'react';
import type { Collection, Items } from '../state/collections.ts';
import type { PlaceAero, PlaceBox } from '../state/places.ts';
import { store, useAppSelector } from '../state/store.ts';
import { noteShown } from './load-collections.ts';
import { askForItem, lookUp } from './names.ts';

/** Has a collection that may not be loaded yet read. */
export function useShown(collection: Collection): void {
  useEffect(() => noteShown(collection), [collection]);
}

/**
 * All items of a collection (stable while nothing changes). Of one that may be too large to be here, only
 * `useIsWhole` tells whether these are all: trees, pickers and counts use `useFleet`.
 */
export function useCollection<C extends Collection>(collection: C): Items[C][] {
  useShown(collection);
  const table = useAppSelector((state) => state.entities[collection]);
  return useMemo(
    () => table.ids.map((id) => (table.entities as Record<number, Items[C]>)[id] as Items[C]),
    [table],
  );
}
/** An item by its id; of a collection too large to be here, it is asked for. */
export function useItem<C extends Collection>(
  collection: C,
  id: number | null | undefined,
): Items[C] | undefined {
  useShown(collection);
  const item = useAppSelector((state) =>
    id === null || id === undefined
      ? undefined
      : (state.entities[collection].entities as Record<number, Items[C]>)[id],
  );
  const asks = useAppSelector((state) => state.entities.windowed[collection]) && item === undefined;
  useEffect(() => {
    if (!asks || id === null || id === undefined) return;
    // Whoever reads it by itself may have kept it since this was drawn.
    if (store.getState().entities[collection].entities[id] === undefined) askForItem(collection, id);
  }, [asks, collection, id]);
  return item;
}
/** An item by its id if it is here: for those who read it themselves. */
export function useItemHere<C extends Collection>(collection: C, id: number): Items[C] | undefined {
  return useAppSelector((state) => (state.entities[collection].entities as Record<number, Items[C]>)[id]);
}
/** At most this many whole items are asked for at once. */
const MANY = 500;
/** Whole items by id; those of more than some hundreds are not asked for, and stay unknown if they are not here. */
export function useItems<C extends Collection>(
  collection: C,
  ids: readonly number[],
): Readonly<Record<number, Items[C]>> {
  useShown(collection);
  const all = useAppSelector((state) => state.entities[collection].entities as Record<number, Items[C]>);
  const windowed = useAppSelector((state) => state.entities.windowed[collection]);
  useEffect(() => {
    if (windowed && ids.length <= MANY)
      for (const id of ids) if (all[id] === undefined) askForItem(collection, id);
  }, [windowed, collection, ids, all]);
  return all;
}
type NameOf<C extends Collection> = C extends 'boxes' ? PlaceBox : C extends 'aeros' ? PlaceAero : Items[C];
/**
 * By id, for columns that show the name of something else; of boxes and AEROs only names and places. What is
 * not here is asked for when it is looked up, and comes with a later render: never list this table.
 */
export function useTable<C extends Collection>(collection: C): Readonly<Record<number, NameOf<C>>> {
  useShown(collection);
  const all = useAppSelector((state) => state.entities[collection].entities);
  const places = useAppSelector(({ entities: { windowed, places: known } }) => {
    const kind: Collection = collection;
    return (kind === 'boxes' || kind === 'aeros') && windowed[kind] ? lookUp(kind, known[kind]) : null;
  });
  const table = places ?? all;
  return table as Readonly<Record<number, NameOf<C>>>;
}
/** Whether it is known of each of these AEROs if it exists: it is here, or the server has not found it. */
export function useAreKnown(aeros: readonly number[]): boolean {
  return useAppSelector(({ entities: { windowed, places, aeros: all } }) =>
    windowed.aeros ? aeros.every((id) => places.aeros[id] !== undefined) : all.ids.length > 0,
  );
}

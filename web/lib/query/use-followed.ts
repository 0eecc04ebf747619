import type { EventEntity } from '@aerowatch/contracts/events';
import { useEffect, useMemo } from 'react';
import type { Collection, Items } from '../state/collections.ts';
import { idOf } from '../state/collections.ts';
import { useAppSelector } from '../state/store.ts';
import { keepItems } from './names.ts';

/**
 * For reads whose items follow events by themselves: they are read again after a gap, which makes everything
 * stale, but not at each event. Clients are what changes least.
 */
export const AFTER_GAPS: readonly EventEntity[] = ['clients'];
/** How often such a page is read again: another order, other items, another number, ms. */
export const PAGE_AGE = 60_000;

/** The items of a page of a windowed collection, changed by events since it was read. */
export function useFollowed<C extends Collection>(
  collection: C,
  items: readonly Items[C][],
): readonly Items[C][] {
  useEffect(() => {
    if (items.length > 0) keepItems(collection, items);
  }, [collection, items]);
  const all = useAppSelector((state) => state.entities[collection].entities as Record<number, Items[C]>);
  return useMemo(() => items.map((item) => all[idOf(collection, item)] ?? item), [collection, items, all]);
}

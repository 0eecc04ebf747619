import { COLLECTIONS, type Collection } from '../state/collections.ts';
import { store } from '../state/store.ts';
import { readCollectionAgain } from './query-api.ts';

/** Alerts first: without them nobody knows whether all is well. Then the customer's order. */
const ORDER = ['alerts', ...COLLECTIONS.filter((collection) => collection !== 'alerts')] as const;

/** Loads every collection, one after the other (specification, section 7). */
export async function loadCollections(only: readonly Collection[] = COLLECTIONS): Promise<void> {
  const { signIns } = store.getState().authentication;
  for (const collection of ORDER) {
    if (only.includes(collection)) await readCollectionAgain(collection);
    const now = store.getState().authentication;
    if (!now.isAuthenticated || now.signIns !== signIns) return;
  }
}

import { COLLECTIONS, type Collection } from '../state/collections.ts';
import { store } from '../state/store.ts';
import { readCollectionAgain } from './query-api.ts';

/** Loads every collection, one after the other, in the customer's order (specification, section 7). */
export async function loadCollections(only: readonly Collection[] = COLLECTIONS): Promise<void> {
  const { signIns } = store.getState().authentication;
  for (const collection of COLLECTIONS) {
    if (only.includes(collection)) await readCollectionAgain(collection);
    const now = store.getState().authentication;
    if (!now.isAuthenticated || now.signIns !== signIns) return;
  }
}

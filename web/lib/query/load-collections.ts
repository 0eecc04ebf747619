import { COLLECTIONS, type Collection } from '../state/collections.ts';
import { store } from '../state/store.ts';
import { readCollectionAgain } from './query-api.ts';

/** How many parts of the page show a collection. */
const shown = new Map<Collection, number>();
/** Collections of a large fleet that were not shown when they were to be read: they are read once they are. */
const deferred = new Set<Collection>();
/** Tell how large the fleet is, or are shown on every screen. */
const FIRST: readonly Collection[] = ['aeros', 'boxes', 'alerts'];

/**
 * Loads every collection, one after the other, in the customer's order (specification, section 7). A large
 * fleet's page loads only what it shows: many consoles at once would otherwise ask for eleven lists each.
 */
export async function loadCollections(only: readonly Collection[] = COLLECTIONS): Promise<void> {
  const { signIns } = store.getState().authentication;
  for (const collection of COLLECTIONS) {
    if (!only.includes(collection)) continue;
    if (mayWait(collection)) deferred.add(collection);
    else await readNow(collection);
    const now = store.getState().authentication;
    if (!now.isAuthenticated || now.signIns !== signIns) return;
  }
}
function mayWait(collection: Collection): boolean {
  const { aeros, boxes } = store.getState().entities.windowed;
  return (aeros || boxes) && !FIRST.includes(collection) && !shown.get(collection);
}
function readNow(collection: Collection): Promise<void> {
  deferred.delete(collection);
  return readCollectionAgain(collection);
}

/** Notes that a part of the page shows a collection; returns what ends that. */
export function noteShown(collection: Collection): () => void {
  const count = (change: number) => shown.set(collection, (shown.get(collection) ?? 0) + change);
  count(1);
  if (deferred.has(collection)) void readNow(collection);
  return () => void count(-1);
}

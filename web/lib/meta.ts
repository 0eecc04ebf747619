import { useSyncExternalStore } from 'react';
import type { Answer } from './api/contract.ts';
import { fetchOnce } from './query/fetch-once.ts';

export type Meta = Answer<'meta'>;
let meta: Meta | null = null;
const listeners = new Set<() => void>();

/**
 * Data that the console needs before sign-in: title, version, map sources. Null if it could not be loaded.
 */
export async function loadMeta(): Promise<Meta | null> {
  const result = await fetchOnce('meta');
  if (!result.ok || result.staleSince !== null) return null;
  meta = result.data;
  for (const listener of listeners) listener();
  return meta;
}
export const metaNow = (): Meta | null => meta;
export function useMeta(): Meta | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => meta,
  );
}

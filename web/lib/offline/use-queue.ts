import { useMemo, useSyncExternalStore } from 'react';
import { orderOf, type Queued } from './entry.ts';
import { isUnsent, onQueue, type Queue, queueNow } from './queue.ts';

/** The outgoing queue of the signed-in user. */
export const useQueue = (): Queue => useSyncExternalStore(onQueue, queueNow);

/** What waits for an order, and what was sent after it was read, at `since` (ms since 1970). */
export function useQueuedFor(order: number, since: number): readonly Queued[] {
  const { entries } = useQueue();
  return useMemo(
    () =>
      entries.filter((entry) => orderOf(entry) === order && (isUnsent(entry) || (entry.sentAt ?? 0) > since)),
    [entries, order, since],
  );
}

import { useSyncExternalStore } from 'react';

/** The connection to the server, for the banner and the live indicator. */
export interface Connection {
  readonly reachable: boolean;
  /** Set when the data shown comes from the copy on this device (ISO 8601). */
  readonly staleSince: string | null;
  readonly live: boolean;
  /** Too many windows of this user are open: this one polls at intervals. */
  readonly crowded: boolean;
}
let connection: Connection = { reachable: true, staleSince: null, live: false, crowded: false };
const listeners = new Set<() => void>();

function change(part: Partial<Connection>): void {
  const next = { ...connection, ...part };
  if (
    next.reachable === connection.reachable &&
    next.staleSince === connection.staleSince &&
    next.live === connection.live &&
    next.crowded === connection.crowded
  )
    return;
  connection = next;
  for (const listener of listeners) listener();
}
export const noteReachable = (): void => change({ reachable: true, staleSince: null });
export const noteUnreachable = (): void => change({ reachable: false });
export const noteLive = (live: boolean): void =>
  change(live ? { live, reachable: true, crowded: false } : { live });
export const noteCrowded = (): void => change({ live: false, crowded: true });
/** Keeps the oldest time, so that the data never looks fresher than it is. */
export function noteStale(since: string): void {
  const { staleSince } = connection;
  change({ reachable: false, staleSince: staleSince !== null && staleSince < since ? staleSince : since });
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => connection,
  );
}

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
export const noteReachable = (): void => {
  const wasAway = !connection.reachable;
  change({ reachable: true, staleSince: null });
  if (wasAway) for (const callback of returns) callback();
};
const returns = new Set<() => void>();
/** Calls back whenever the server is reached again; returns what ends that. */
export function whenReachable(callback: () => void): () => void {
  returns.add(callback);
  return () => void returns.delete(callback);
}
export const noteUnreachable = (): void => change({ reachable: false });
export function noteLive(live: boolean): void {
  const wasAway = !connection.reachable;
  change(live ? { live, reachable: true, crowded: false } : { live });
  if (live && wasAway) for (const callback of returns) callback();
}
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

import { useSyncExternalStore } from 'react';

let isOnly = false;
const listeners = new Set<() => void>();

/**
 * Whether the session has ended but the console stays open without the server: what is on this device can be
 * read and what is written waits. It can do nothing else, because no token of it is accepted any more.
 */
export const isDeviceOnly = (): boolean => isOnly;
export function setDeviceOnly(value: boolean): void {
  isOnly = value;
  for (const listener of listeners) listener();
}
export const useDeviceOnly = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOnly,
  );

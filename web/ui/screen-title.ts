import { useSyncExternalStore } from 'react';

let title = '';
const listeners = new Set<() => void>();

/** Name of the screen in the browser tab (the shell adds the product title and the alerts). */
export function setScreenTitle(value: string): void {
  title = value;
  for (const listener of listeners) listener();
}
export function useScreenTitle(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => title,
  );
}

import { useSyncExternalStore } from 'react';

/**
 * The screen the reader wants and the screen that is drawn. The old screen stays until the new one has
 * loaded, so on a slow connection nothing else would show that the click counted.
 */
let wanted = '';
let drawn = '';
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};
export function noteWanted(pathname: string): void {
  wanted = pathname;
  tell();
}
export function noteDrawn(pathname: string): void {
  drawn = pathname;
  tell();
}
/** True while a screen is loading. */
export function useIsArriving(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted !== '' && drawn !== '' && wanted !== drawn,
  );
}

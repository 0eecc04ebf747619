import { useSyncExternalStore } from 'react';

/**
 * Where the reader wants to be and which screen is drawn: the screen before stays until the next has come,
 * so somebody with a slow connection would not see that the click counted.
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
/** A screen is on its way. */
export function useIsArriving(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted !== '' && drawn !== '' && wanted !== drawn,
  );
}

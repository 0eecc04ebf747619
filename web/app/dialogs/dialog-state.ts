import { useSyncExternalStore } from 'react';

export interface Dialog<Answer> {
  /** Opens it; resolves with the answer. If it is already open, it shares that answer. */
  open(): Promise<Answer>;
  answer(value: Answer): void;
  useIsOpen(): boolean;
}

/** A dialog opened from outside components. */
export function dialog<Answer>(): Dialog<Answer> {
  let waiting: { promise: Promise<Answer>; resolve: (value: Answer) => void } | null = null;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    open() {
      if (waiting === null) {
        const { promise, resolve } = Promise.withResolvers<Answer>();
        waiting = { promise, resolve };
        tell();
      }
      return waiting.promise;
    },
    answer(value) {
      waiting?.resolve(value);
      waiting = null;
      tell();
    },
    useIsOpen: () =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        () => waiting !== null,
      ),
  };
}

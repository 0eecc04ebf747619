import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';

/** Forms with unsaved changes, so that the session's end asks to sign in again instead of leaving. */
const dirty = new Set<symbol>();
export function hasUnsavedChanges(): boolean {
  return dirty.size > 0;
}

type Ask = () => Promise<boolean>;
let ask: Ask = async () => true;
/** The shell says how to ask (a dialog in the reader's language). */
export function configureUnsavedGuard(value: Ask): void {
  ask = value;
}

/** While `active`, leaving the screen or closing the tab asks first. `release` lets the next step go. */
export function useUnsavedGuard(active: boolean): { release: () => void } {
  const current = useRef(active);
  const released = useRef(false);
  current.current = active;
  if (!active) released.current = false;

  useEffect(() => {
    if (!active) return;
    const me = Symbol('form');
    dirty.add(me);
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', onUnload);
    return () => {
      dirty.delete(me);
      removeEventListener('beforeunload', onUnload);
    };
  }, [active]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      current.current && !released.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ask().then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  return {
    release: () => {
      released.current = true;
    },
  };
}

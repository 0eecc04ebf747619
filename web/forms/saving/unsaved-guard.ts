import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';

interface Guard {
  active: boolean;
  released: boolean;
}
/** Every form on screen. The router asks only one blocker, so each checks all of them. */
const guards = new Set<Guard>();
/** Whether typed text would be lost, so that an ended session asks to sign in again instead of leaving. */
export function hasUnsavedChanges(): boolean {
  return [...guards].some(({ active }) => active);
}

type Ask = () => Promise<boolean>;
let ask: Ask = async () => true;
/** The shell configures how to ask (a dialog in the reader's language). */
export function configureUnsavedGuard(value: Ask): void {
  ask = value;
}

/** While `active`, leaving the screen or closing the tab asks first. `release` allows the next navigation. */
export function useUnsavedGuard(active: boolean): { release: () => void } {
  const me = useRef<Guard>({ active, released: false }).current;
  me.active = active;
  if (!active) me.released = false;

  useEffect(() => {
    guards.add(me);
    return () => {
      guards.delete(me);
    };
  }, [me]);
  useEffect(() => {
    if (!active) return;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', onUnload);
    return () => removeEventListener('beforeunload', onUnload);
  }, [active]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      [...guards].some((guard) => guard.active && !guard.released),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ask().then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  return {
    release: () => {
      me.released = true;
    },
  };
}

import { useEffect } from 'react';
import { keyboard } from '../dialogs/dialogs.ts';
import { singleKeys, tick, walk } from './keys.ts';

const ACTS: Readonly<Record<string, (main: ParentNode) => void>> = {
  '?': () => void keyboard.open(),
  j: (main) => walk(main, 1),
  k: (main) => walk(main, -1),
  x: tick,
};

/** Fields, menus and popovers keep their letters; behind a dialog no shortcut works. */
function isTaken({ target }: KeyboardEvent): boolean {
  const field = (target as Element | null)?.closest?.(
    'textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"], input:not([type="checkbox"], [type="radio"])',
  );
  return Boolean(field) || document.querySelector('[aria-modal="true"]') !== null;
}

/** `?` shows the keys, j and k walk lists, x ticks a row. */
export function useSingleKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const act = ACTS[event.key];
      const main = document.getElementById('main');
      if (act === undefined || main === null || !singleKeys.on) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      event.preventDefault();
      act(main);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

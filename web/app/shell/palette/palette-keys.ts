import { createSpotlight } from '@mantine/spotlight';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { take } from '../struck.ts';

export const [store, palette] = createSpotlight();

function actions(): HTMLElement[] {
  const list = document.getElementById(store.getState().listId);
  return [...(list?.querySelectorAll<HTMLElement>('[data-action]') ?? [])];
}
function unselect(): void {
  for (const action of actions()) action.removeAttribute('data-selected');
}
/**
 * As Spotlight does when the query changes; `kept`: an action chosen by arrow keys stays selected, if it is
 * still listed.
 */
function select(kept: boolean): void {
  const listed = actions();
  const chosen = kept ? listed.findIndex((action) => action.hasAttribute('data-selected')) : -1;
  const selected = chosen === -1 ? Math.min(0, listed.length - 1) : chosen;
  unselect();
  listed[selected]?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected }));
}

/** The text in the palette's field, and the keys pressed since it last changed. */
interface Entry {
  readonly query: string;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Enter was pressed before the results came: the first of them opens. */
  readonly entered: RefObject<boolean>;
  /** An arrow key chose an action. */
  readonly moved: RefObject<boolean>;
  readonly change: (text: string, entered?: boolean) => void;
  /** Takes over the text typed before the field had the focus. */
  readonly onFocus: () => void;
}
export function useEntry(): Entry {
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const entered = useRef(false);
  const moved = useRef(false);
  const change = (text: string, enter = false): void => {
    entered.current = enter;
    moved.current = false;
    setQuery(text);
  };
  const onFocus = (): void => {
    const struck = take();
    if (struck.text !== '') change(struck.text, struck.entered);
  };
  return { query, field, entered, moved, change, onFocus };
}

/** Selects among the listed actions and opens them; returns the key handler of the field. */
export function useSelection({ query, entered, moved }: Entry, listed: string, ready: boolean) {
  // At the same time as the list, because a key pressed in between would be undone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list in the page is what is read
  useLayoutEffect(() => {
    if (query.trim() !== '' && !entered.current) select(moved.current);
  }, [listed, query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list in the page is what is read
  useEffect(() => {
    if (!ready || !entered.current) return;
    entered.current = false;
    actions()[0]?.click();
  }, [listed, ready, query]);
  return (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moved.current = true;
    // An action chosen by arrow keys is visible: Enter opens it.
    if (event.key !== 'Enter' || ready || moved.current) return;
    entered.current = true;
    // The actions still shown belong to an earlier query.
    unselect();
  };
}

/** Opens the palette each time `requests` grows. */
export function useOpening(requests: number, { field, onFocus }: Entry): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new request opens it
  useEffect(() => {
    palette.open();
    // While the palette fades out the field may keep the focus.
    if (document.activeElement === field.current) onFocus();
  }, [requests]);
}

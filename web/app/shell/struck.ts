/**
 * Keys struck between the call for the palette and the moment its field has the focus: they would be lost, or act
 * on the screen below.
 */
export interface Struck {
  text: string;
  /** Enter came last: what is found is meant to be opened. */
  entered: boolean;
}
let struck: Struck = { text: '', entered: false };

/** What a key makes of what was struck before; undefined where it is none that is typed. */
export function after({ text }: Struck, key: string): Struck | undefined {
  if (key === 'Enter') return { text, entered: text !== '' };
  if (key === 'Backspace') return { text: text.slice(0, -1), entered: false };
  return [...key].length === 1 ? { text: text + key, entered: false } : undefined;
}

function listen(event: KeyboardEvent): void {
  // They turn away: what comes next is meant for what has the focus then.
  if (event.key === 'Escape' || event.key === 'Tab') {
    forget();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const next = after(struck, event.key);
  if (next === undefined) return;
  struck = next;
  event.preventDefault();
  event.stopPropagation();
}

/** From now on keys are kept, until they are taken or the reader turns to something else. */
export function keep(): void {
  addEventListener('keydown', listen, true);
  addEventListener('pointerdown', forget, true);
}

/** No more of them are kept, and none is known. */
export function forget(): void {
  removeEventListener('keydown', listen, true);
  removeEventListener('pointerdown', forget, true);
  struck = { text: '', entered: false };
}

/** What was struck: the field takes the next ones itself. */
export function take(): Struck {
  const taken = struck;
  forget();
  return taken;
}

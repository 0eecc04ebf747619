/**
 * Buffers keys typed between opening the palette and the moment its field has the focus: otherwise they would
 * be lost, or act on the screen below.
 */
export interface Struck {
  text: string;
  /** Enter was pressed last: the first result will be opened. */
  entered: boolean;
}
let struck: Struck = { text: '', entered: false };

/** The text after one more key; undefined for a key that types nothing. */
export function after({ text }: Struck, key: string): Struck | undefined {
  if (key === 'Enter') return { text, entered: text !== '' };
  if (key === 'Backspace') return { text: text.slice(0, -1), entered: false };
  return [...key].length === 1 ? { text: text + key, entered: false } : undefined;
}

function listen(event: KeyboardEvent): void {
  // The user moved on: later keys belong to whatever has the focus then.
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

/** Buffers keys from now on, until they are taken or the user moves on. */
export function keep(): void {
  addEventListener('keydown', listen, true);
  addEventListener('pointerdown', forget, true);
}

/** Stops buffering and drops what was typed. */
export function forget(): void {
  removeEventListener('keydown', listen, true);
  removeEventListener('pointerdown', forget, true);
  struck = { text: '', entered: false };
}

/** Returns what was typed so far; from now on the field receives the keys itself. */
export function take(): Struck {
  const taken = struck;
  forget();
  return taken;
}

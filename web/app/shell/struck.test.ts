import { afterEach, expect, test, vi } from 'vitest';
import { after, forget, keep, type Struck, take } from './struck.ts';

const typed = (...keys: string[]): Struck =>
  keys.reduce<Struck>((struck, key) => after(struck, key) ?? struck, { text: '', entered: false });

test.each([
  [['a', 'b'], 'ab', false],
  [['a', 'b', 'Backspace', 'é'], 'aé', false],
  [['a', 'Enter'], 'a', true],
  [['a', 'Enter', 'b'], 'ab', false],
  [['Enter'], '', false],
  [['Shift', 'A', 'ArrowDown', 'Tab'], 'A', false],
])('%j is %j, opened: %j', (keys, text, entered) => {
  expect(typed(...keys)).toEqual({ text, entered });
});

afterEach(() => vi.unstubAllGlobals());
test.each([
  [['a', 'b'], 'ab'],
  [['a', 'Escape', 'b'], ''],
  [['a', 'Tab', 'b', 'Enter'], ''],
])('of %j is kept %j: who turns away has the keys again', (keys, kept) => {
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  // Node does not accept a boolean here, browsers do.
  vi.stubGlobal('removeEventListener', (type: string, listener: EventListener, capture: boolean) =>
    target.removeEventListener(type, listener, { capture }),
  );
  keep();
  const swallowed = keys.filter(
    (key) => !target.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key })),
  );
  expect(swallowed.join('')).toBe(kept === '' ? 'a' : kept);
  expect(take().text).toBe(kept);
  forget();
});

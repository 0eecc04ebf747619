import { expect, test } from 'vitest';
import { after, type Struck } from './struck.ts';

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

import { expect, test } from 'vitest';
import { isWindowed, withFocused, withGaps } from './row-window.ts';

test('a page of a hundred cards is drawn whole, and everything is on paper', () => {
  expect(isWindowed({ count: 100, phone: true, printing: false })).toBe(false);
  expect(isWindowed({ count: 250, phone: true, printing: false })).toBe(true);
  expect(isWindowed({ count: 100, phone: false, printing: false })).toBe(true);
  expect(isWindowed({ count: 250, phone: false, printing: true })).toBe(false);
});
test('the row with the focus stays drawn when it is scrolled away', () => {
  expect(withFocused([40, 41], 3, 250)).toEqual([3, 40, 41]);
  expect(withFocused([40, 41], 41, 250)).toEqual([40, 41]);
  expect(withFocused([40, 41], null, 250)).toEqual([40, 41]);
  expect(withFocused([4, 5], 240, 20)).toEqual([4, 5]);
});
test('omitted rows keep their height, also between the focused row and the visible ones', () => {
  const row = (index: number) => ({ index, start: 200 + index * 10, end: 210 + index * 10 });
  expect(withGaps([row(3), row(40), row(41)], 200, 500)).toEqual({
    drawn: [
      { index: 3, before: 30 },
      { index: 40, before: 360 },
      { index: 41, before: 0 },
    ],
    after: 80,
  });
  expect(withGaps([], 200, 500)).toEqual({ drawn: [], after: 500 });
});

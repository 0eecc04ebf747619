import { expect, test } from 'vitest';
import { byHandOf, differenceOf } from './by-hand.ts';

test('readings at the pole are compared with the console’s measures', () => {
  expect(byHandOf({ code: 'measure_stroke' })).toBe('stroke');
  expect(byHandOf({ code: 'read_gauge' })).toBe('pressure');
  expect(byHandOf({ code: 'isolation' })).toBeUndefined();
  expect(byHandOf({ code: null })).toBeUndefined();
});
test.each([
  ['412 mm at 8 °C', 431, -19],
  ['52,5', 50.2, 2.3],
  [' -3 °C', -5, 2],
  ['not read', 431, null],
  ['', 431, null],
] as const)('%s beside %d', (note, measured, off) => {
  expect(differenceOf(note, measured)).toBe(off);
});

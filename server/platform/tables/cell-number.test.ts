import { expect, it } from 'vitest';
import { cellNumber } from './cell-number.ts';

it.each([
  ['1 050', 1050],
  ['1\u202f050,5', 1050.5],
  ['12\u00a0345\u00a0678', 12_345_678],
  ["1'050.25", 1050.25],
  ['−4,5', -4.5],
  ['-.5', -0.5],
  ['45,', 45],
  ['1e3', 1000],
])('%s is a number', (text, value) => {
  expect(cellNumber(text)).toBe(value);
});
it.each(['', '1 05', '10 50', '1,050.5', '1 050 kN', '4 5', 'mille', '1  050', '--4'])(
  '%s is none',
  (text) => {
    expect(cellNumber(text)).toBeNull();
  },
);

import { expect, test } from 'vitest';
import { byHandOf, differenceOf, withUnit } from './by-hand.ts';

const METRIC = { language: 'fr', unitSystem: 'metric' } as const;
const IMPERIAL = { language: 'en', unitSystem: 'imperial' } as const;

test('readings at the pole are compared with the console’s measures', () => {
  expect(byHandOf({ code: 'measure_stroke' })).toBe('stroke');
  expect(byHandOf({ code: 'read_gauge' })).toBe('pressure');
  expect(byHandOf({ code: 'isolation' })).toBeUndefined();
  expect(byHandOf({ code: null })).toBeUndefined();
});
test.each([
  ['412 mm at 8 °C', 'stroke', 431, -19],
  ['1 181,5', 'stroke', 212, 969.5],
  ['1\u202f181,5\u00a0mm', 'stroke', 212, 969.5],
  ['412 8 °C', 'stroke', 431, -19],
  ['52,5', 'pressure', 50.2, 2.3],
  // A colleague with other units typed it.
  ['16.22 in', 'stroke', 431, -19.012],
  ['not read', 'stroke', 431, null],
  ['', 'stroke', 431, null],
] as const)('%s beside a %s of %d', (note, metric, measured, off) => {
  expect(differenceOf(note, metric, measured, METRIC)).toBe(off);
});
test('an inch is read as an inch, and a comma that could be two things is not read', () => {
  expect(differenceOf('16.22', 'stroke', 431, IMPERIAL)).toBe(-19.012);
  expect(differenceOf('412 mm', 'stroke', 431, IMPERIAL)).toBe(-19);
  expect(differenceOf('1,181', 'pressure', 80, IMPERIAL)).toBeNull();
});
test('a bare number is kept with the unit it was read in, everything else as typed', () => {
  expect(withUnit(' 181,5 ', 'stroke', METRIC)).toBe('181,5\u00a0mm');
  expect(withUnit('1 181,5', 'stroke', METRIC)).toBe('1 181,5\u00a0mm');
  expect(withUnit('7.15', 'stroke', IMPERIAL)).toBe('7.15\u00a0in');
  expect(withUnit('181 mm at 8 °C', 'stroke', METRIC)).toBe('181 mm at 8 °C');
  expect(withUnit('not read', 'stroke', METRIC)).toBe('not read');
  expect(withUnit('', 'stroke', METRIC)).toBe('');
});

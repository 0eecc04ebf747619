import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { storedOf, toUnit } from './export-columns.ts';

const metric = fc.constantFrom(...METRIC_KEYS);
/** Much finer than any sensor measures. */
const value = fc.integer({ min: -5_000_000, max: 9_999_999 }).map((parts) => parts / 10_000);
/** As boxes send them. */
const sent = fc.integer({ min: -50_000, max: 200_000 }).map((hundredths) => hundredths / 100);

it('an imperial export read again is what was stored, to the bit', () => {
  fc.assert(
    fc.property(metric, fc.oneof(value, sent), (key, input) => {
      const again = storedOf(key, 'imperial', toUnit(key, 'imperial', input));
      expect(Math.fround(again)).toBe(Math.fround(input));
    }),
    { numRuns: 20_000 },
  );
  // A plain conversion of this value gives another single-precision number.
  expect(toUnit('pressure', 'imperial', 104.34)).toBe(1513.32376);
  expect(storedOf('pressure', 'imperial', 1513.32376)).toBe(104.34);
});

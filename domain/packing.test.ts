import { type Arbitrary, array, assert, constantFrom, integer, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  packDigits,
  packRuns,
  packSteps,
  packTexts,
  unpackDigits,
  unpackRuns,
  unpackSteps,
  unpackTexts,
} from './packing.ts';

/** Packs, serializes as JSON, unpacks. */
const comesBack = <T, P>(arbitrary: Arbitrary<T>, pack: (value: T) => P, unpack: (packed: P) => T) =>
  assert(
    property(arbitrary, (value) => {
      expect(unpack(JSON.parse(JSON.stringify(pack(value))))).toEqual(value);
    }),
  );

describe('what is packed comes back', () => {
  const ints = (min: number, max: number) => array(integer({ min, max }));
  test('steps', () => comesBack(ints(-18_000_000, 18_000_000), packSteps, unpackSteps));
  test('runs', () => comesBack(ints(0, 2), packRuns, unpackRuns));
  test('digits', () => comesBack(ints(0, 9), packDigits, unpackDigits));
  test('texts of any letters', () =>
    comesBack(array(string({ unit: 'binary', maxLength: 12 }), { maxLength: 12 }), packTexts, unpackTexts));
  test('texts that begin alike', () =>
    comesBack(
      array(string({ unit: constantFrom('a', 'b'), maxLength: 45 }), { maxLength: 12 }),
      packTexts,
      unpackTexts,
    ));
  test('texts that share more letters than a digit counts', () => {
    const list = ['x'.repeat(50), `${'x'.repeat(50)}y`, '', '', 'a\nb'];
    expect(unpackTexts(packTexts(list.slice(0, 4)))).toEqual(list.slice(0, 4));
    expect(unpackTexts(packTexts(list))).toEqual(list);
    expect(unpackTexts(packTexts(['']))).toEqual(['']);
  });
});

describe('what neighbours share is written once', () => {
  test('serial numbers in a row', () => expect(packTexts(['AW-00009', 'AW-00010'])).toBe('0AW-00009\n610'));
  test('equal numbers', () => expect(packRuns([7, 7, 7, 0])).toEqual({ runs: [7, 3, 0, 1] }));
  test('different numbers stay a list', () => expect(packRuns([1, 2, 3])).toEqual({ list: [1, 2, 3] }));
  test('ids', () => expect(packSteps([100_001, 100_002, 100_004])).toEqual([100_001, 1, 2]));
});

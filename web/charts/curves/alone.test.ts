import { expect, test } from 'vitest';
import { aloneIn } from './alone.ts';

test.each<[string, (number | null | undefined)[], number[]]>([
  ['between two silences', [1, 2, null, 9, null, 3, 4], [3]],
  ['several', [1, 2, null, 9, null, 8, null, 3, 4], [3, 5]],
  ['at the ends', [7, null, 1, 2, null, 8], [0, 5]],
  ['the only one', [undefined, 5, undefined], [1]],
  ['with rows of other curves beside it', [1, 2, null, undefined, 9, undefined, null, 3, 4], [4]],
  ['none in a line without silence', [1, 2, 3], []],
  ['two together are a line', [null, 1, undefined, 2, null], []],
  ['nothing', [null, undefined, null], []],
])('values that stand alone: %s', (_name, values, expected) =>
  expect(aloneIn(values, 0, values.length - 1)).toEqual(expected),
);
test('only within the rows asked for', () =>
  expect(aloneIn([1, null, 2, null, 3, 4, null], 1, 4)).toEqual([2, 4]));

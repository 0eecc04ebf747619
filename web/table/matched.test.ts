import { expect, test } from 'vitest';
import { changedSince } from './matched.ts';

test('what matches is compared with what matched; what was taken out by hand stays out', () => {
  expect(changedSince([1, 2, 3], [1, 2, 3], [3, 2, 1])).toBeNull();
  expect(changedSince([1, 2, 3, 4], [1, 2, 4], [2, 3, 4, 5])).toEqual({
    added: [5],
    gone: [1],
    now: [2, 4, 5],
  });
});

import { expect, test } from 'vitest';
import { sharedValue } from './shared-value.ts';

test('a value is shared by all or by nobody; a box that is not loaded is not known, and never "none"', () => {
  expect(sharedValue([{ log_time: 5 }, { log_time: 5 }], 'log_time').common).toBe(5);
  expect(sharedValue([{ log_time: 5 }, { log_time: 9 }, { log_time: 9 }], 'log_time')).toEqual({
    common: undefined,
    counts: [
      [9, 2],
      [5, 1],
    ],
  });
  expect(sharedValue([{ log_time: null }, {}], 'log_time').common).toBeNull();
  expect(sharedValue([undefined, undefined], 'log_time')).toEqual({
    common: undefined,
    counts: [[undefined, 2]],
  });
  expect(sharedValue([{ log_time: 5 }, undefined], 'log_time').common).toBeUndefined();
});

import { expect, it, test } from 'vitest';
import { nearnessOf } from './nearness.ts';

const travel = { stroke: 480, minOffset: 20, maxOffset: 30 };
test.each([
  [240, 'free', 'low'],
  [241, 'free', 'high'],
  [20, 'margin', 'low'],
  [20.5, 'free', 'low'],
  [449, 'free', 'high'],
  [450, 'margin', 'high'],
  [4, 'stop', 'low'],
  [-3, 'stop', 'low'],
  [476, 'stop', 'high'],
  [600, 'stop', 'high'],
])('a ram at %d mm of 480 is %s towards %s', (stroke, nearness, end) => {
  expect(nearnessOf(stroke, travel)).toEqual({ nearness, end });
});
it('has no margin where none is set', () => {
  expect(nearnessOf(10, { stroke: 480, minOffset: 0, maxOffset: 0 })).toEqual({
    nearness: 'free',
    end: 'low',
  });
});

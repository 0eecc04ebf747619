import { expect, test } from 'vitest';
import { rangeOf, sparkPath } from './spark-path.ts';

const frame = { width: 100, height: 20, from: 0, to: 100 };
const spark = { time: [0, 50, 75, 100], stroke: [100, 200, null, 150] };

test('the range is that of all sparks of a row', () => {
  expect(rangeOf([spark, { time: [0], stroke: [420] }])).toEqual([100, 420]);
  expect(rangeOf([{ time: [0], stroke: [null] }])).toBeNull();
});

test('a path runs from oldest to newest, higher up for more, with a gap for a silence', () => {
  expect(sparkPath(spark, [100, 200], frame)).toBe('M0.0 20.0L50.0 0.0M100.0 10.0');
});

test('the tremble of a still ram lies in the middle, flat', () => {
  const still = { time: [0, 100], stroke: [300, 301] };
  expect(sparkPath(still, [300, 301], frame)).toBe('M0.0 10.3L100.0 9.8');
});

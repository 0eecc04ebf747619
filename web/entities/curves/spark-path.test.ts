import { expect, test } from 'vitest';
import { longestPause, rangeOf, type Spark, sparkPath } from './spark-path.ts';

const frame = { width: 100, height: 20 };
const spark: Spark = {
  time: [0, 20, 40, 80, 100],
  mean: [100, 150, 200, 100, 150],
  from: 0,
  to: 100,
  gapAfter: 38,
};

test('the range is that of all sparks of a row', () => {
  expect(rangeOf([spark, { mean: [420] }])).toEqual([100, 420]);
  expect(rangeOf([{ mean: [null] }])).toBeNull();
});

test('a path runs from oldest to newest, higher up for more, with a gap where cells are left out', () => {
  expect(sparkPath(spark, [100, 200], frame)).toBe('M0.0 20.0L20.0 10.0L40.0 0.0M80.0 20.0L100.0 10.0');
});

test('a cell whose value is not known parts the path only where the pause is long', () => {
  const holed = { ...spark, time: [0, 20, 40, 60, 80], mean: [100, null, 100, null, null] };
  expect(sparkPath({ ...holed, gapAfter: 50 }, [100, 200], frame)).toBe('M0.0 20.0L40.0 20.0');
  expect(sparkPath(holed, [100, 200], frame)).toBe('M0.0 20.0M40.0 20.0');
});

test('a path stands where it was asked for, whenever it is drawn', () => {
  expect(sparkPath({ ...spark, from: -100 }, [100, 200], frame)).toMatch(/^M50\.0 /);
});

test('the tremble of a still ram lies in the middle, flat', () => {
  const still = { ...spark, time: [0, 20], mean: [300, 301] };
  expect(sparkPath(still, [300, 301], frame)).toBe('M0.0 10.3L20.0 9.8');
});

test.each([
  ['measures: by their usual pause', [0, 600_000, 1_200_000], [1, 1, 1], 'raw', 1_140_000],
  ['cells of many measures: one left out is a silence', [0, 10_000, 20_000], [5, 6, 5], 10, 19_000],
  ['cells of one measure: a late clock is none', [0, 10_000, 30_000], [1, 1, 1], 10, 48_000],
  ['a measure alone', [0], [1], 'raw', Number.POSITIVE_INFINITY],
] as const)('the longest pause, %s', (_, time, count, resolution, pause) => {
  expect(longestPause(time, count, resolution)).toBe(pause);
});

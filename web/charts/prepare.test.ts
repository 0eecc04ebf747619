import { describe, expect, it } from 'vitest';
import { nearest, prepare, valueAt } from './prepare.ts';
import type { ChartSeries } from './types.ts';

const curve = (over: Partial<ChartSeries>): ChartSeries => ({
  key: 'a',
  label: 'A',
  unit: 'mm',
  decimals: 0,
  color: '#1c7ed6',
  scale: 'mm',
  time: [0, 1000, 2000],
  value: [1, 2, 3],
  ...over,
});

describe('prepare', () => {
  it('draws no line across a silence', () => {
    const { data } = prepare({ key: 'p', series: [curve({ time: [0, 1000, 9000], gapAfter: 1500 })] });
    expect(data[0]).toEqual([0, 1, 1.001, 9]);
    expect(data[1]).toEqual([1, 2, null, 3]);
  });
  it('keeps the extremes of each bucket beside its mean', () => {
    const { columns, data } = prepare({ key: 'p', series: [curve({ min: [0, 1, 2], max: [5, 400, 6] })] });
    expect(columns.map((column) => column.part)).toEqual(['value', 'min', 'max']);
    expect(data[3]).toEqual([5, 400, 6]);
  });
  it('lays curves with other times on one row without making gaps', () => {
    const { data } = prepare({
      key: 'p',
      series: [curve({}), curve({ key: 'b', time: [500, 1500], value: [7, 8] })],
    });
    expect(data[0]).toEqual([0, 0.5, 1, 1.5, 2]);
    expect(data[1]).toEqual([1, undefined, 2, undefined, 3]);
    expect(data[2]![1]).toBe(7);
  });
  it('copies no values where curves share their times', () => {
    const [time, min, max] = [
      [0, 1000, 2000],
      [0, 1, 2],
      [5, 400, 6],
    ];
    const other = curve({ key: 'b', time, value: [7, null, 9] });
    const { columns, data } = prepare({ key: 'p', series: [curve({ time, min, max }), other] });
    expect(data).toEqual([[0, 1, 2], [1, 2, 3], min, max, [7, null, 9]]);
    expect(data[4]).toBe(other.value);
    expect(columns.map(({ series, part }) => `${series.key} ${part}`)).toEqual([
      'a value',
      'a min',
      'a max',
      'b value',
    ]);
  });
  it('gives a silence to the one curve whose limit it passes, whoever shares its times', () => {
    const time = [0, 1000, 9000];
    const { data } = prepare({
      key: 'p',
      series: [curve({ time }), curve({ key: 'b', time, gapAfter: 1500 })],
    });
    expect(data[0]).toEqual([0, 1, 1.001, 9]);
    expect(data[1]).toEqual([1, 2, undefined, 3]);
    expect(data[2]).toEqual([1, 2, null, 3]);
  });
  it('is empty for no curve', () => {
    expect(prepare({ key: 'p', series: [] }).data).toEqual([[]]);
  });
});

describe('reading under the cursor', () => {
  it('finds the nearest point', () => {
    expect(nearest([0, 10, 20], 14)).toBe(1);
    expect(nearest([0, 10, 20], 16)).toBe(2);
    expect(nearest([], 1)).toBe(-1);
  });
  it('looks back over rows of other curves', () => {
    expect(valueAt([5, undefined, undefined], 2)).toBe(5);
    expect(valueAt([undefined], 0)).toBeNull();
  });
});

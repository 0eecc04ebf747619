import { expect, it } from 'vitest';
import type { Curve } from '../../entities/curves/types.ts';
import { comparedId, isCompared, overlaid } from './compare.ts';

const curve = (aero: number, time: number[]): Curve => ({
  aero,
  time,
  count: time.map(() => 1),
  metrics: { stroke: { min: time, max: time, mean: time } },
  expected: time,
});

it('lays an earlier period over the present one, without what was not measured then', () => {
  const present = { resolution: 600, series: [curve(1, [1000]), curve(2, [1000])] };
  const past = { resolution: 600, series: [curve(1, [400, 500]), curve(2, [])] };
  const { series } = overlaid(present, past, 600);
  expect(series.map(({ aero }) => aero)).toEqual([1, 2, comparedId(1)]);
  expect(series.map(({ aero }) => isCompared(aero))).toEqual([false, false, true]);
  expect(series[2]).toMatchObject({ time: [1000, 1100], metrics: { stroke: { mean: [400, 500] } } });
  expect(series[2]?.expected).toBeUndefined();
  expect(overlaid(present, undefined, 600)).toBe(present);
});

import { expect, it } from 'vitest';
import { HOUR } from '../../durations.ts';
import { linePrior } from './line-prior.ts';
import { standingOf } from './standing.ts';

const others = [0.9, 0.91, 0.89, 0.92, 0.88, 0.9].map((share, i) => ({
  slope: (i % 2 ? -1 : 1) * share * (10 + i),
  theory: 10 + i,
}));

it('takes the share of the length that others of the line show, else their slopes', () => {
  expect(linePrior(12, others)).toEqual({ slope: expect.closeTo(10.8, 2), error: expect.closeTo(0.324, 2) });
  const without = linePrior(
    null,
    others.map(({ slope }) => ({ slope, theory: null })),
  )!;
  expect(without.slope).toBeGreaterThan(10);
  expect(without.slope).toBeLessThan(13);
  expect(without.error).toBeGreaterThan(1);
  expect(linePrior(12, others.slice(0, 4))).toBeNull();
});

it('leads a new AERO without a length to the slope of its line', () => {
  // Four days with seven degrees of range: trains and friction hide the slope.
  const hours = Array.from({ length: 96 }, (_, i) => {
    const temperature = 12 + 3.5 * Math.sin(i / 3.8);
    return {
      time: i * HOUR,
      temperature,
      stroke: 500 + 11 * (temperature - 12) + 45 * Math.sin(i * 12.9898),
    };
  });
  const off = (shared: ReturnType<typeof linePrior>) => {
    const line = standingOf(hours, null, shared);
    if (typeof line === 'string') throw new Error(line);
    return { off: Math.abs(line.slope - 11), error: line.slopeError };
  };
  const [alone, led] = [off(null), off({ slope: 11, error: 0.6 })];
  expect(led.off).toBeLessThan(alone.off);
  expect(led.error).toBeLessThan(alone.error / 2);
});

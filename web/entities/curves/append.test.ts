import { NO_VALUES } from '@aerowatch/domain/metrics';
import { describe, expect, it } from 'vitest';
import { withMeasures } from './append.ts';
import type { Curve } from './types.ts';

const column = (values: number[]) => ({ min: [...values], max: [...values], mean: [...values] });
const curve: Curve = { aero: 1, time: [1000, 3000], count: [1, 1], metrics: { stroke: column([10, 30]) } };
const measure = (ms: number, stroke: number) => ({
  aero: 1,
  date: new Date(ms).toISOString(),
  ...NO_VALUES,
  stroke,
  received_at: '',
});

describe('live measures on a curve', () => {
  it('grow it at its end', () => {
    const grown = withMeasures(curve, [measure(4000, 40)]);
    expect(grown.time).toEqual([1000, 3000, 4000]);
    expect(grown.metrics.stroke?.mean).toEqual([10, 30, 40]);
    expect(curve.time).toEqual([1000, 3000]);
  });
  it('go where they belong when late, and once', () => {
    const grown = withMeasures(withMeasures(curve, [measure(2000, 20)]), [
      measure(2000, 99),
      measure(3000, 98),
    ]);
    expect(grown.time).toEqual([1000, 2000, 3000]);
    expect(grown.metrics.stroke?.max).toEqual([10, 20, 30]);
  });
  it('give a moment what it lacked, in any order of events', () => {
    const drawn: Curve = {
      ...curve,
      metrics: { ...curve.metrics, temperature: { min: [null, 3], max: [null, 3], mean: [null, 3] } },
    };
    const whole = { ...measure(1000, 99), temperature: 7 };
    const grown = withMeasures(withMeasures(drawn, [whole]), [measure(1000, 10)]);
    expect(grown.metrics.stroke?.mean).toEqual([10, 30]);
    expect(grown.metrics.temperature?.mean).toEqual([7, 3]);
  });
});

import { describe, expect, it } from 'vitest';
import { DAY } from '../../durations.ts';
import { reachesOf } from './reaches.ts';

const NOW = Date.UTC(2026, 5, 1);
const days = (moment: number | null) => (moment === null ? null : (moment - NOW) / DAY);
const trend = { level: 100, limit: 90, error: 0.5, rate: -0.1, rateError: 0.005 };

describe('dates with ranges', () => {
  it('are the distance to the limit over the rate, with a range by the errors', () => {
    const { earliest, likely, latest } = reachesOf('pressure_min', NOW, trend);
    expect(days(likely)).toBeCloseTo(100, 0);
    expect(days(earliest)).toBeGreaterThan(70);
    expect(days(earliest)).toBeLessThan(95);
    expect(days(latest)).toBeGreaterThan(105);
    expect(days(latest)).toBeLessThan(150);
  });
  it('work for rising and falling trends, and are now once the limit is passed', () => {
    const up = reachesOf('stop_hot', NOW, { ...trend, level: 80, rate: 0.1 });
    expect(days(up.likely)).toBeCloseTo(100, 0);
    const past = reachesOf('pressure_min', NOW, { ...trend, level: 85 });
    expect([past.earliest, past.likely, past.latest]).toEqual([NOW, NOW, NOW]);
  });
  it('are null beyond a year', () => {
    expect(reachesOf('battery_min', NOW, { ...trend, rate: -0.01 }).earliest).toBeNull();
    const unsure = reachesOf('battery_min', NOW, { ...trend, rate: -0.04, rateError: 0.02 });
    expect(unsure.earliest).not.toBeNull();
    expect(unsure.latest).toBeNull();
  });
  it('contain the true date in about 80 % of cases when the errors are as stated', () => {
    // Park–Miller generator and the sum of twelve: close enough to a normal distribution.
    let state = 42;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const normal = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
    const cases = 400;
    let held = 0;
    for (let i = 0; i < cases; i++) {
      const rate = -0.06 - 0.1 * random();
      const changing = rate * (1 + 0.4 * (10 / Math.abs(rate) / 365) * normal());
      const truth = 10 / Math.max(0.001, -changing);
      const seen = reachesOf('pressure_min', NOW, {
        level: 100 + 0.5 * normal(),
        limit: 90,
        error: 0.5,
        rate: rate + 0.01 * normal(),
        rateError: 0.01,
      });
      const [earliest, latest] = [days(seen.earliest) ?? 365, days(seen.latest) ?? Number.POSITIVE_INFINITY];
      if (truth >= earliest && truth <= latest) held++;
    }
    expect(held / cases).toBeGreaterThan(0.72);
    expect(held / cases).toBeLessThan(0.92);
  });
});

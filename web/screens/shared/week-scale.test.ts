import { describe, expect, it } from 'vitest';
import { scaleOf } from './week-scale.ts';

/** Share of the height that values take. */
const taken = (values: readonly number[], travel: number) => {
  const { low, high } = scaleOf(values, travel);
  return (Math.max(...values) - Math.min(...values)) / (high - low);
};

describe('the scale of a guest’s curve', () => {
  it('draws noise of 5 mm flatter than a sound ram of 80 mm', () => {
    expect(taken([500, 505], 1000)).toBeLessThan(0.05);
    expect(taken([460, 540], 1000)).toBeGreaterThan(5 * taken([500, 505], 1000));
  });
  it.each([
    [[0], 0],
    [[500, 505], 480],
    [[-20, 990], 1000],
    [[3, 1999], 2000],
  ])('holds %j, with few round lines', (values, travel) => {
    const { low, high, lines } = scaleOf(values, travel);
    expect(low).toBeLessThanOrEqual(Math.min(...values));
    expect(high).toBeGreaterThanOrEqual(Math.max(...values));
    expect([lines[0], lines.at(-1)]).toEqual([low, high]);
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThanOrEqual(13);
  });
});

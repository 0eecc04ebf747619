import { describe, expect, it } from 'vitest';
import { findingOn } from '../shared/battery/testing.ts';

describe('the inner resistance of a battery that is full soon after dawn', () => {
  const HOURLY = 6;
  it('is found high where a box logs hourly', () => {
    expect(
      findingOn('battery_resistance', { ohms: () => 0.5, use: () => 1.5, sun: () => 600, every: HOURLY })
        .verdict,
    ).toMatch(/watch|bad/);
  });
  it.each([1, HOURLY])('is good where it stays, though single measures dip, every %d0 minutes', (every) => {
    const steady = findingOn('battery_resistance', { dips: 0.1, every });
    expect(steady.verdict).not.toMatch(/watch|bad/);
  });
  it.each([0, 4, 5, 6])('is good where the box sends at %d h each day', (sends) => {
    const { verdict, value } = findingOn('battery_resistance', { sends, every: HOURLY });
    expect(verdict).toBe('good');
    expect(Math.abs(value! - 120)).toBeLessThan(60);
  });
});

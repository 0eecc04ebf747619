import { describe, expect, it } from 'vitest';
import { type DailyFigures, neighbourDays, neighbourOf } from './neighbours.ts';

const DAYS = 30;
/**
 * Daily figures of an AERO whose ram follows the temperature with `slope`, off by `off` mm on the last day.
 */
function figures(slope: number, off = 0, warmer = 0): DailyFigures {
  const day = Array.from({ length: DAYS }, (_, i) => 20_000 + i);
  const mean = day.map((_, i) => 12 + 6 * Math.sin(i) + warmer);
  return {
    day,
    temperature_min: mean.map((t) => t - 4),
    temperature_mean: mean,
    temperature_max: mean.map((t) => t + 6),
    stroke_mean: mean.map((t, i) => 500 + slope * t + (i === DAYS - 1 ? off : 0)),
    pressure_mean: mean.map(() => 100),
    solar_mean: mean.map((_, i) => (i === DAYS - 1 ? 1 : 2)),
    charge_mean: mean.map(() => 40),
    battery_min: mean.map(() => 3.9),
  };
}

describe('neighbours', () => {
  it('are made comparable: strokes as degrees off their own line, light as a share of the usual', () => {
    const one = neighbourOf(figures(-10, 50));
    expect(one.residual.at(-1)).toBeCloseTo(-5, 1);
    expect(one.residual[3]).toBeCloseTo(0, 1);
    expect([one.panel.at(-1), one.charge.at(-1)]).toEqual([0.5, 1]);
  });
  it('are combined by the median of each day, so that one with a fault does not count', () => {
    const days = neighbourDays([figures(10), figures(12), figures(8, 200, 30)].map(neighbourOf));
    expect(days).toHaveLength(DAYS);
    expect(days.at(-1)).toMatchObject({
      start: (20_000 + DAYS - 1) * 86_400_000,
      aeros: 3,
      battery_min: 3.9,
    });
    expect(Math.abs(days.at(-1)?.residual ?? 99)).toBeLessThan(1);
    expect(days[0]?.temperature_max).toBeCloseTo(18, 0);
  });
  it('have no figure where there is too little data', () => {
    expect(neighbourDays([])).toEqual([]);
    const short = figures(10);
    const nothing = { ...short, stroke_mean: short.stroke_mean.map(() => null), solar_mean: short.day && [] };
    const one = neighbourOf({ ...nothing, solar_mean: short.solar_mean.map(() => null) });
    expect([one.residual[0], one.panel[0]]).toEqual([null, null]);
  });
});

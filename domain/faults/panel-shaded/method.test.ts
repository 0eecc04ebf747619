import { describe, expect, it } from 'vitest';
import type { Measure } from '../../metrics.ts';
import { buildContext } from '../shared/context.ts';
import { daysOf } from '../shared/days/days.ts';
import { clearSunOf, lightOn, sunAt, voltageAt } from '../shared/light/sun-on-panel.ts';
import { AERO, buildMeasures, DAY, START } from '../testing.ts';
import { shading } from './method.ts';

const LATITUDE = 47;
/** Normal of a panel tilted by 50° to the south. */
const PANEL = [0, -Math.sin((50 * Math.PI) / 180), Math.cos((50 * Math.PI) / 180)] as const;
/** Hour of a measure, UTC, at longitude 0. */
const hourOf = (time: number) => (time % DAY) / 3_600_000 - 12;

interface Sky {
  /** Whether an obstacle hides the sun; a day is a day of the year. */
  readonly hidden?: (sun: ReturnType<typeof sunAt>, day: number, hour: number) => boolean;
  /** Share of the clear sky's direct light on a day at an hour. */
  readonly clear?: (day: number, hour: number) => number;
  /** Current that a battery takes, mA. */
  readonly current?: (day: number, hour: number) => number;
}

/**
 * The result from a panel's hourly measures: two of three days are clear, on the others clouds take any
 * share.
 */
function shadeIn({ hidden, clear, current }: Sky, days = 90) {
  const share = (day: number, hour: number) =>
    clear?.(day, hour) ?? (day % 3 < 2 ? 1 : 0.5 + 0.5 * Math.sin(day * 7.3 + hour * 2.1));
  const points = buildMeasures(days)
    .filter((_, i) => i % 6 === 0)
    .map((measure): Measure => {
      const day = Math.floor((measure.time - START) / DAY);
      const [hour, dayOfYear] = [hourOf(measure.time), 60 + day];
      const sun = clearSunOf(LATITUDE, dayOfYear, hour);
      const drawn = current?.(day, hour) ?? 5;
      if (!sun) return { ...measure, solar_voltage: 0, charge_current: 0 };
      const { beam, rest } = lightOn(sun, PANEL);
      const isHidden = hidden?.(sunAt(LATITUDE, dayOfYear, hour), day, hour) === true;
      const light = rest + (isHidden ? 0 : beam) * share(day, hour);
      const volts = 6.3 * voltageAt(light) * (1 - 0.003 * (measure.temperature! - 25)) - 0.0008 * drawn;
      return { ...measure, solar_voltage: Math.round(volts * 100) / 100, charge_current: drawn };
    });
  return shading(buildContext({ aero: AERO, days: daysOf(points), latitude: LATITUDE, longitude: 0 }));
}
const between = (azimuth: number, from: number, to: number) => azimuth > from && azimuth < to;

describe('shade on a panel', () => {
  it('that hides the sun in the morning of clear days, from one day on, is named with its hours', () => {
    const { verdict, details, value } = shadeIn({
      hidden: ({ azimuth }, day) => day >= 76 && between(azimuth, 95, 155),
    });
    expect(verdict).toBe('watch');
    expect(details.from_noon).toBeGreaterThanOrEqual(-4);
    expect(details.to_noon).toBeLessThanOrEqual(-1);
    // The remaining light comes from the sky and the ground.
    expect(value).toBeGreaterThan(70);
    expect(value).toBeLessThan(95);
  });
  it('is not named on a panel without it, and no panel is called free of shade', () => {
    expect(shadeIn({})).toMatchObject({ verdict: 'unknown', reason: 'full_sun' });
  });
  it('is not named where no clear days came to tell', () => {
    const clear = (day: number, hour: number) => 0.5 + 0.5 * Math.sin(day * 71.3 + hour * (2 + (day % 7)));
    expect(shadeIn({ clear }).verdict).toBe('unknown');
  });
  it('that was there from the first day is not new', () => {
    expect(shadeIn({ hidden: ({ azimuth }) => between(azimuth, 95, 155) }).verdict).toBe('unknown');
  });
  it('of a pole that the sun meets with the season is not new', () => {
    // In spring the morning sun moves north hour by hour: in April it reaches an obstacle that always stood
    // there.
    const pole = ({ azimuth, height }: { azimuth: number; height: number }) =>
      between(azimuth, 85, 104) && height < 60;
    for (const days of [45, 55, 65, 75, 85])
      expect(shadeIn({ hidden: pole }, days).verdict, `after ${days} days`).toBe('unknown');
  });
  it('is not fog, which hides the sun on two of three days and not on the third', () => {
    const clear = (day: number, hour: number) =>
      day >= 70 && day % 3 !== 0 && hour < -1 ? 0 : 1 - 0.001 * (day % 5);
    expect(shadeIn({ clear }).verdict).toBe('unknown');
  });
  it('is not the current of a battery that charges for longer, which lowers the voltage too', () => {
    const current = (day: number, hour: number) => (day >= 76 && between(hour, -5, -1) ? 250 : 5);
    expect(shadeIn({ current }).verdict).toBe('unknown');
  });
});

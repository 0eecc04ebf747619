import { describe, expect, it } from 'vitest';
import type { Measure } from '../../metrics.ts';
import { buildContext, type NeighbourDay } from '../shared/context.ts';
import { daysOf } from '../shared/days/days.ts';
import { clearSunOf, lightOn, normalOf, voltageAt } from '../shared/light/sun-on-panel.ts';
import { AERO, buildMeasures, DAY, START } from '../testing.ts';
import { panelTrend } from './method.ts';

const LATITUDE = 47;
/** Steep and facing south: from autumn to spring the sun is in front of it all day. */
const PANEL = normalOf(60, 180);
const DAYS = 90;
/** mm by which the ram moves for each degree. */
const SLOPE = 11.9;

interface Panel {
  /** Share of the light that dirt lets through on a day. */
  readonly left?: (day: number) => number;
  /** Share of the sunlight that clouds let through on a day. */
  readonly clear?: (day: number) => number;
  /** The same share, as far as it shows in the temperature. */
  readonly warms?: (day: number) => number;
  /** Mean voltage of the panels nearby on a day, as a share of a clean panel's; null without any. */
  readonly near?: ((day: number) => number) | null;
  /** Whether the battery limits the voltage while it takes all that the panel gives. */
  readonly heldDown?: boolean;
}

/** Two of three days are sunny. */
const usual = (day: number) => (day % 3 < 2 ? 1 - 0.02 * (day % 5) : 0.15 + 0.03 * (day % 4));
const steady = () => 1;

const voltsAt = (light: number, temperature: number) =>
  6.3 * voltageAt(light) * (1 - 0.003 * (temperature - 25));

/** The findings on the panel of a box that logs hourly. */
function found({ left = steady, clear = usual, warms = clear, near = steady, heldDown = false }: Panel) {
  /** Sum of a clean panel's values on each day. */
  const clean = new Float64Array(DAYS);
  const points = buildMeasures(DAYS)
    .filter((_, i) => i % 6 === 0)
    .map((measure): Measure => {
      const day = Math.floor((measure.time - START) / DAY);
      const hour = (measure.time % DAY) / 3_600_000 - 12;
      // The higher the sun, the more it heats.
      const warmed = 6 * warms(day) * (0.7 + day / 300);
      const temperature = 12 + (0.5 + warmed) * Math.cos(((hour - 3) * Math.PI) / 12);
      const stroke = measure.stroke! + SLOPE * (temperature - measure.temperature!);
      const sun = clearSunOf(LATITUDE, 60 + day, hour);
      if (!sun) return { ...measure, temperature, stroke, solar_voltage: 0, charge_current: 0 };
      const { beam, rest } = lightOn(sun, PANEL);
      const light = rest * (0.4 + 0.6 * clear(day)) + beam * clear(day);
      const isHeld = heldDown && hour < -2 + 2 * (1 - left(day));
      const volts = voltsAt(light * left(day), temperature) * (isHeld ? 0.83 : 1);
      clean[day]! += voltsAt(light, temperature);
      return {
        ...measure,
        temperature,
        stroke,
        solar_voltage: Math.round(volts * 100) / 100,
        charge_current: isHeld ? 20 : 2,
      };
    });
  const neighbours = Array.from({ length: DAYS }, (_, day): NeighbourDay => {
    const none = { temperature_min: null, temperature_mean: null, temperature_max: null, residual: null };
    const panel = near === null ? null : near(day) * clean[day]!;
    return { ...none, start: START + day * DAY, aeros: 4, gas: null, panel, charge: null, battery_min: null };
  });
  return panelTrend(
    buildContext({ aero: AERO, days: daysOf(points), latitude: LATITUDE, longitude: 0, neighbours }),
  );
}
/** Down to 35 % of the light within 45 days, from the 35th day on. */
const dirty = (day: number) => 1 - 0.65 * Math.min(1, Math.max(0, (day - 35) / 45));
/** A month without sun. */
const dark = (day: number) => (day > 60 ? 0.35 + 0.01 * (day % 4) : usual(day));

describe('light that a panel lost on its sunny days', () => {
  it('is dirt, and is named with what is left', () => {
    const { verdict, value } = found({ left: dirty });
    expect(verdict).toMatch(/watch|bad/);
    expect(value).toBeGreaterThan(25);
    expect(value).toBeLessThan(60);
  });
  it('is not named on a clean panel, whatever the season changes', () => {
    expect(found({}).verdict).toBe('unknown');
  });
  it('is not a dark month: the days were no warmer than their nights', () => {
    const near = (day: number) => (day > 60 ? 1.1 : 1);
    expect(found({ clear: dark, near }).verdict).toBe('unknown');
    // The temperature decides: if the days had been warm, this would be dirt.
    expect(found({ clear: dark, warms: usual, near }).verdict).toMatch(/watch|bad/);
  });
  it('is not what the panels nearby lost too', () => {
    expect(found({ left: dirty, near: (day) => (day > 60 ? 0.9 : 1) }).verdict).toBe('unknown');
  });
  it('is not named where it is less darker than those nearby than such a loss makes it', () => {
    expect(found({ left: dirty, near: (day) => (day > 60 ? 0.9935 : 1) }).verdict).toBe('unknown');
  });
  it('is not named where single days differ from those nearby by more', () => {
    const uneven = (day: number) => 1 + 0.025 * (((day * 7) % 5) - 2);
    expect(found({ left: dirty, near: uneven }).verdict).toBe('unknown');
  });
  it('is not named where it is far darker than such a loss makes it: its evenings have become short', () => {
    const half = (day: number) => 1 - 0.5 * Math.min(1, Math.max(0, (day - 35) / 45));
    const near = (percent: number) => (day: number) => 1 + (day > 60 ? percent / 100 : 0);
    expect(found({ left: half, near: near(2) }).verdict).toMatch(/watch|bad/);
    expect(found({ left: half, near: near(14) }).verdict).toBe('unknown');
  });
  it('is less sure than dirt under a low sun', () => {
    expect(found({ left: dirty }).confidence).toBeLessThan(0.8);
  });
  it('is not named without any panel nearby: nothing then tells an odd season from dirt', () => {
    expect(found({ left: dirty }).verdict).toMatch(/watch|bad/);
    expect(found({ left: dirty, near: null }).verdict).toBe('unknown');
  });
  it('is not read while the battery holds the voltage down', () => {
    expect(found({ heldDown: true }).verdict).toBe('unknown');
    expect(found({ left: dirty, heldDown: true }).verdict).toMatch(/watch|bad/);
  });
});

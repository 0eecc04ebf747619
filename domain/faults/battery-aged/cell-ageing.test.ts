import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../durations.ts';
import { AERO, buildMeasures, diagnose } from '../testing.ts';

const DAYS = 90;
const plain = buildMeasures(DAYS);
const FULL = 4.15;
/** Rest voltage near full: 1.1 V over the whole charge. */
const restAt = (charge: number) => 4.18 - 1.1 * (1 - charge);

interface Life {
  /** Share of ageing, 0 to 1, by day: at 1 half the capacity and three times the resistance. */
  age?: (day: number) => number;
  /** mA drawn, and share of the light, by day. */
  use?: (day: number) => number;
  light?: (day: number) => number;
  ohms?: number;
  /** V by which the voltage dips while the box sends, at 00:00 UTC. */
  dip?: number;
}

/**
 * The finding on a cell whose charger holds the voltage once it is reached, measured hourly with steps of 10
 * mV.
 */
function resistanceOf({ age = () => 0, use = () => 2.5, light = () => 1, ohms = 0.12, dip = 0 }: Life) {
  let [charge, seed] = [0.96, 7];
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  const points = plain.map((m, i) => {
    const day = i / 144;
    const q = age(day);
    const resistance = ohms * (1 + 2 * q) * (1 + 0.03 * Math.max(0, 20 - m.temperature!));
    const sun = Math.max(0, Math.cos(((day % 1) - 0.5) * 2 * Math.PI * 1.1)) * light(day);
    const held = ((FULL - restAt(charge)) / resistance) * 1000 + use(day);
    const current = Math.max(0, Math.min(350 * sun, held));
    charge = Math.min(1, charge + (current - use(day)) / 6 / (6800 * (1 - 0.5 * q)));
    const volts =
      restAt(charge) +
      ((current - use(day)) / 1000) * resistance +
      0.018 * random() -
      (m.time % DAY < HOUR ? dip : 0);
    return {
      ...m,
      battery_voltage: Math.round(volts * 100) / 100,
      charge_current: Math.max(0, Math.round(current + (current > 1 ? 4 * random() : 0))),
      solar_voltage: sun > 0 ? Math.max(0, Math.round(600 * (1 + 0.04 * Math.log(sun))) / 100) : 0,
    };
  });
  // The measuring times drift, so that every hour of the morning is covered.
  const heard = points.filter((_, i) => (i - Math.floor(i / 300)) % 6 === 0);
  return diagnose({ points: heard, aero: AERO, latitude: 47, longitude: 0, logTime: 3600 }).findings.find(
    ({ key }) => key === 'battery_resistance',
  )!;
}

describe('a battery that is full within the first hours of each day, heard hourly', () => {
  it('has aged where resistance rises and capacity falls', () => {
    const { verdict, value } = resistanceOf({ age: (day) => Math.min(1, Math.max(0, (day - 15) / 50)) });
    expect(verdict).toBe('watch');
    expect(value).toBeGreaterThan(230);
    expect(value).toBeLessThan(550);
  });
  it('is good while it stays', () => {
    const { verdict, value } = resistanceOf({});
    expect(verdict).toBe('good');
    expect(Math.abs(value! - 120)).toBeLessThan(60);
  });
  it.each([
    ['more current is drawn', { use: (day: number) => (day < 45 ? 2.5 : 12) }],
    ['the panel loses half its light', { light: (day: number) => (day < 45 ? 1 : 0.4) }],
    ['the cell has always had 160 mΩ', { ohms: 0.16 }],
    ['the box sends at the first measure of each day', { dip: 0.12 }],
  ])('has not aged where %s', (_, life) => {
    expect(resistanceOf(life).verdict).not.toMatch(/watch|bad/);
  });
});

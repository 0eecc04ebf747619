import { describe, expect, it } from 'vitest';
import type { FindingKey } from '../list.ts';
import { AERO, buildMeasures, diagnose } from '../testing.ts';

const DAYS = 90;
const plain = buildMeasures(DAYS);
const CURVE = [3.3, 3.5, 3.6, 3.66, 3.69, 3.73, 3.78, 3.86, 3.94, 4.04, 4.18];
const restAt = (charge: number) => {
  const at = Math.min(9.999, Math.max(0, charge * 10));
  const i = Math.floor(at);
  return CURVE[i]! + (CURVE[i + 1]! - CURVE[i]!) * (at - i);
};

interface Cell {
  /** Inner resistance at the device's temperature, Ω, by day. */
  ohms?: (day: number) => number;
  /** mA drawn, by day. */
  use?: (day: number) => number;
  /** mA that the panel brings at noon, by day. */
  sun?: (day: number) => number;
  /** State of charge on the first day. */
  begins?: number;
  /** V by which single measures dip. */
  dips?: number;
  /** h UTC at which it dips each day by 0.1 V, while the box sends. */
  sends?: number;
  /** Minutes between measures / 10. */
  every?: number;
  days?: number;
}

/** A finding on a cell of 6.8 Ah that takes what the panel brings until it is full. */
function found(key: FindingKey, cell: Cell) {
  const {
    ohms = () => 0.12,
    use = () => 4,
    sun = () => 300,
    begins = 1,
    dips = 0,
    every = 1,
    sends = -1,
  } = cell;
  let charge = begins;
  const points = plain.slice(0, (cell.days ?? DAYS) * 144).map((m, i) => {
    const day = i / 144;
    const light = Math.max(0, Math.cos(((day % 1) - 0.5) * 2 * Math.PI * 1.1));
    const cold = 1 + 0.03 * Math.max(0, 20 - m.temperature!);
    const current = charge >= 1 ? Math.min(use(day), sun(day) * light) : sun(day) * light;
    charge = Math.min(1, charge + (0.98 * current - use(day)) / 6 / 6800);
    const single = dips > 0 && (i * 7919) % 53 === 0 ? dips : 0;
    const dip = i % 144 === sends * 6 ? 0.1 : single;
    const volts = restAt(charge) + (current / 1000) * ohms(day) * cold - dip;
    return {
      ...m,
      battery_voltage: Math.round(volts * 100) / 100,
      charge_current: Math.round(current),
      solar_voltage: light > 0 ? Math.round(600 * (1 + 0.04 * Math.log(light))) / 100 : 0,
    };
  });
  return diagnose({
    points: points.filter((_, i) => i % every === 0),
    aero: AERO,
    latitude: 47,
    longitude: 0,
    logTime: every * 600,
  }).findings.find((one) => one.key === key)!;
}

describe('the inner resistance of a battery that is full soon after dawn', () => {
  const HOURLY = 6;
  it('is found high where a box logs hourly', () => {
    expect(
      found('battery_resistance', { ohms: () => 0.5, use: () => 1.5, sun: () => 600, every: HOURLY }).verdict,
    ).toMatch(/watch|bad/);
  });
  it.each([1, HOURLY])('is good where it stays, though single measures dip, every %d0 minutes', (every) => {
    const steady = found('battery_resistance', { dips: 0.1, every });
    expect(steady.verdict).not.toMatch(/watch|bad/);
  });
  it.each([0, 4, 5, 6])('is good where the box sends at %d h each day', (sends) => {
    const { verdict, value } = found('battery_resistance', { sends, every: HOURLY });
    expect(verdict).toBe('good');
    expect(Math.abs(value! - 120)).toBeLessThan(60);
  });
});

describe('the balance of charge and level', () => {
  it('finds a current drawn in weeks without sun, by the fall of the level', () => {
    const dark = { sun: () => 8, begins: 0.95, days: 60 };
    expect(found('current_drain', { ...dark, use: () => 2.5 }).verdict).toBe('good');
    expect(found('current_drain', { ...dark, use: (day) => (day < 50 ? 2.5 : 20) }).verdict).toMatch(
      /watch|bad/,
    );
  });
  it('still says what emptied a battery while it is empty, and then it is bad', () => {
    const dark = { sun: () => 8, begins: 0.95 };
    const drained = { ...dark, use: (day: number) => (day < 50 ? 2.5 : 13), days: 82 };
    expect(found('current_drain', drained).verdict).toBe('bad');
    expect(found('battery_trend', drained).details).toMatchObject({
      days_under_limit: 7,
      explained_by: 'current_drain',
    });
    expect(found('current_drain', { ...drained, days: 63 }).verdict).toBe('watch');
    expect(found('current_drain', { ...dark, begins: 0.4, use: () => 4, days: 68 }).verdict).not.toMatch(
      /watch|bad/,
    );
  });
  it('says no more what emptied a battery once its level has risen again', () => {
    const sun = (day: number) => (day < 78 ? 8 : 600);
    const use = (day: number) => (day >= 50 && day < 78 ? 13 : 2.5);
    expect(found('current_drain', { sun, use, begins: 0.95, days: 78 }).verdict).toBe('bad');
    expect(found('current_drain', { sun, use, begins: 0.95, days: 81 }).verdict).not.toMatch(/watch|bad/);
  });
  it('finds a high current within a week, before the battery is empty', () => {
    const use = (day: number) => (day < 50 ? 2.5 : 30);
    expect(found('current_drain', { sun: () => 8, begins: 0.7, use, days: 60 }).verdict).toMatch(/watch|bad/);
  });
  it('takes no drain from the charge of a last sunny day, which its dawn did not show yet', () => {
    const sun = (day: number) => (day >= 59 ? 330 : day >= 47 && day < 50 ? 130 : day < 40 ? 40 : 5);
    const use = () => 5;
    for (const days of [59.7, 60, 60.3])
      expect(found('current_drain', { sun, use, begins: 0.6, days }).verdict).not.toMatch(/watch|bad/);
  });
  it('calls no battery falling that has been charged since', () => {
    const falling: Cell = { sun: () => 1, use: () => 4, begins: 0.56 };
    const days = 35;
    expect(found('battery_trend', { ...falling, days }).verdict).toBe('watch');
    const sun = (day: number) => (day >= days - 0.9 ? 400 : 1);
    expect(found('battery_trend', { ...falling, sun, days }).verdict).toBe('good');
  });
  it.each([0, 6, 12, 18])('reads the level in the dark where the current is unknown, at %d h', (hour) => {
    const battery = (day: number) => 3.9 - Math.max(0, day - 20) * 0.0097;
    const sensed = () => ({ charge_current: null });
    const points = buildMeasures(60, { battery, ohms: 1.2, sensed }).slice(0, (57 * 24 + hour) * 6);
    const { findings } = diagnose({ points, aero: AERO, latitude: 47 });
    expect(findings.find(({ key }) => key === 'battery_trend')!.verdict).toBe('watch');
  });
  it('holds a drain against what any box draws, where less was read before', () => {
    const dark = { sun: () => 8, begins: 0.95, days: 60 };
    const { value, details } = found('current_drain', { ...dark, use: (day) => (day < 50 ? 1 : 20) });
    expect(details.before).toBe(2.5);
    expect(value! - Number(details.before)).toBeCloseTo(Number(details.more));
  });
});

import { describe, expect, it } from 'vitest';
import { isReported } from '../../finding.ts';
import { AERO, buildMeasures, diagnose, type Faults } from '../../testing.ts';
import { daysOf } from '../days/days.ts';

const DAYS = 90;
const FROM = 70;
/** Measures every six hours, like those of a box that logs seldom. */
const seldomOf = (points: ReturnType<typeof buildMeasures>) => points.filter((_, i) => i % 36 === 0);
const seldom = (faults: Faults) => seldomOf(buildMeasures(DAYS, faults));
const moved = (mm: (day: number) => number): Faults => ({ creep: mm });
const named = (points: ReturnType<typeof buildMeasures>, twin?: ReturnType<typeof buildMeasures>) =>
  diagnose({ points, aero: AERO, latitude: 47, twin: twin && { aero: AERO, days: daysOf(twin) } })
    .findings.filter(isReported)
    .map(({ key }) => key);
/** mm on some nights only, counted from noon to noon. */
const everyThird = (mm: number) => (day: number) => (day >= FROM && Math.floor(day - 0.5) % 3 !== 0 ? mm : 0);

describe('a ram that a warm wire moves to and fro', () => {
  it('has not slipped if it is back on every third night', () => {
    expect(named(buildMeasures(DAYS, moved(everyThird(45))))).toEqual([]);
  });
  it('has slipped if it stays', () => {
    expect(
      named(
        buildMeasures(
          DAYS,
          moved((day) => (day >= FROM ? 45 : 0)),
        ),
      ),
    ).toEqual(['break']);
  });
  it('is a sensor that stepped only if the reading stays', () => {
    const read = (is: (day: number) => number): Faults => ({
      sensed: (m, day) => ({ stroke: m.stroke! + is(day) }),
    });
    expect(named(buildMeasures(DAYS, read(everyThird(30))))).toEqual([]);
    expect(
      named(
        buildMeasures(
          DAYS,
          read((day) => (day >= FROM ? 30 : 0)),
        ),
      ),
    ).toEqual(['stroke_sensor_step']);
  });
  it('must have stayed for five days where weather may move it as far', () => {
    const slipped = (mm: number, days: number) =>
      named(
        buildMeasures(
          DAYS,
          moved((day) => (day >= DAYS - days ? mm : 0)),
        ),
      );
    expect(slipped(64, 3)).toEqual([]);
    expect(slipped(64, 6)).toEqual(['break']);
    // A bad slip does not wait for so long: frost may come before.
    expect(slipped(80, 3)).toEqual(['break']);
    expect(slipped(120, 3)).toEqual(['break']);
  });
});

describe('at six hours', () => {
  const rises = (mm: number) => moved((day) => (Math.max(0, day - 20) * mm) / 70);
  it('a drift of which the twin shows half is the weather of the hours measured', () => {
    expect(named(seldom(rises(62)), seldom(rises(40)))).toEqual([]);
    expect(named(seldom(rises(62)), seldom({}))).toEqual(['drift']);
  });
  it('a drift without a twin must be more than a season makes', () => {
    expect(named(seldom(rises(60)))).toEqual([]);
    const { findings } = diagnose({ points: seldom(rises(60)), aero: AERO, latitude: 47 });
    expect(findings.find(({ key }) => key === 'drift')!.verdict).toBe('not_watched');
    expect(named(seldom(rises(110)))).toEqual(['drift']);
  });
});

describe('a pressure that reads in whole bars', () => {
  const coarse = (lost: (day: number) => number): Faults => ({
    // It follows the temperature, so that its steps come one by one.
    sensed: (m, day) => ({ pressure: Math.round(m.pressure! + 0.12 * (m.temperature! - 12) - lost(day)) }),
  });
  const drifts = (bar: number) => (day: number) => (Math.max(0, day - 30) * bar) / 60;
  it('does not drift by one of its steps', () => {
    expect(named(buildMeasures(DAYS, coarse(drifts(-1.2))))).toEqual([]);
  });
  it('drifts by several', () => {
    expect(named(buildMeasures(DAYS, coarse(drifts(-4))))).toContain('pressure_sensor_drift');
  });
});

describe('a pressure that has repeated its value for two days once', () => {
  const stuckFor = (days: number, step: number) =>
    buildMeasures(DAYS, {
      sensed: (_, day, i) => {
        const still = (day >= 40 && day < 42) || day >= DAYS - days;
        return { pressure: 99 + (still ? 0 : step * (Math.floor(i / 36) % 2)) };
      },
    });
  it('is not stuck after eight days of six-hourly whole bars: calm weeks stay within one', () => {
    expect(named(seldomOf(stuckFor(8, 1)))).not.toContain('stuck_sensor');
    expect(named(seldomOf(stuckFor(8, 0.1)))).toContain('stuck_sensor');
  });
  it('is stuck after a fortnight of them', () => {
    expect(named(seldomOf(stuckFor(14, 1)))).toContain('stuck_sensor');
  });
  it('is stuck after eight days at short log times, in whole bars too', () => {
    expect(named(stuckFor(8, 1))).toContain('stuck_sensor');
    expect(named(stuckFor(8, 1).filter((_, i) => i % 6 === 0))).toContain('stuck_sensor');
  });
});

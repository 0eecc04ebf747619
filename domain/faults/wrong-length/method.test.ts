import { describe, expect, it } from 'vitest';
import { isReported } from '../finding.ts';
import { buildContext } from '../shared/context.ts';
import { daysOf } from '../shared/days/days.ts';
import { AERO, buildMeasures, diagnose, type Faults } from '../testing.ts';
import { healthRatio } from './method.ts';

const SIX_HOURS = 36;
const ratioOf = (faults: Faults, length = 700) => {
  const points = buildMeasures(90, faults, length).filter((_, i) => i % SIX_HOURS === 0);
  return healthRatio(buildContext({ days: daysOf(points), aero: AERO, latitude: 47 }), null);
};

describe('a length every six hours', () => {
  it.each([700 / 1.3, 700 * 1.3])('entered as 700 m is wrong where it is %d m', (length) => {
    expect(ratioOf({}, length).verdict).toBe('watch');
  });
  it('is right within 5 %', () => {
    expect(ratioOf({}, 700 / 1.05).verdict).toBe('good');
    expect(ratioOf({}, 700 * 1.05).verdict).toBe('good');
  });
  it('is not called wrong where only the hours, not the nights, are flatter: friction does that', () => {
    const points = buildMeasures(90, { friction: 0.07 }, 700 / 1.18).filter((_, i) => i % 6 === 0);
    const context = buildContext({ days: daysOf(points), aero: AERO, latitude: 47 });
    const flat = { ...context, whole: { ...context.whole!, slope: 0.65 * context.theorySlope! } };
    expect(healthRatio(context, null).verdict).toBe('good');
    expect(healthRatio(flat, null).verdict).toBe('good');
  });
  it('is not called wrong for an obstacle that cuts the travel in the second half of the time', () => {
    const colder = (day: number) => (day < 50 ? -9 : 8);
    expect(ratioOf({ end: 440, colder })).toMatchObject({ evaluable: false, reason: 'does_not_move' });
  });
});

describe('a reading that stepped by 40 mm on a short wire', () => {
  const STEPPED = 60;
  const length = 250;
  const sensed: Faults['sensed'] = ({ stroke }, day) => (day < STEPPED ? {} : { stroke: stroke! + 40 });
  const points = buildMeasures(STEPPED + 9, { sensed }, length);
  const wrongAfter = (days: number) =>
    diagnose({
      points: points.slice(0, (STEPPED + days) * 144),
      aero: { ...AERO, regularized_length: length },
      latitude: 47,
    })
      .findings.filter(isReported)
      .map(({ key }) => key);
  it.each([3, 4, 5, 6, 7, 8])('is called its step or nothing after %d days', (days) => {
    expect(wrongAfter(days).filter((key) => key !== 'stroke_sensor_step')).toEqual([]);
  });
  it('is named in the end', () => expect(wrongAfter(9)).toEqual(['stroke_sensor_step']));
});

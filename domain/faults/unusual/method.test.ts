import { describe, expect, it } from 'vitest';
import { buildContext } from '../shared/context.ts';
import { daysOf } from '../shared/days/days.ts';
import { verdictsOf } from '../testing/trial.ts';
import { AERO, buildMeasures, type Faults } from '../testing.ts';
import { unusual } from './method.ts';

const DAYS = 75;
/** The verdict on a ram that is off by this many mm on the last days, in and out from day to day. */
function verdictOf(mm: number, since: number, explained = false) {
  const sensed: Faults['sensed'] = (m, day) =>
    day >= since ? { stroke: m.stroke! + (Math.floor(day) % 2 === 0 ? mm : -mm) } : {};
  const points = buildMeasures(DAYS, { sensed }).filter((_, i) => i % 6 === 0);
  return unusual(buildContext({ aero: AERO, latitude: 47, days: daysOf(points) }), explained).verdict;
}

describe('a ram that does what it has never done', () => {
  it('is none on a sound AERO', () => {
    expect([...verdictsOf({}).keys()]).not.toContain('unusual');
    expect(verdictOf(0, DAYS)).toBe('good');
  });
  it('is unusual after eight days, and never bad', () => {
    expect(verdictOf(130, DAYS - 10)).toBe('watch');
    expect(verdictOf(300, DAYS - 10)).toBe('watch');
  });
  it('is none for fewer days, and where something explains it', () => {
    expect(verdictOf(200, DAYS - 5)).toBe('good');
    expect(verdictOf(200, DAYS - 10, true)).toBe('good');
  });
});

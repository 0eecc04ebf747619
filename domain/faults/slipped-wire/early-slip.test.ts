import { describe, expect, it } from 'vitest';
import { type Finding, isReported } from '../finding.ts';
import { daysOf } from '../shared/days/days.ts';
import { AERO, buildMeasures, diagnose, type Faults } from '../testing.ts';

const slips = (mm: number, at: number, more: Faults = {}): Faults => ({
  creep: (day) => (day >= at ? mm : 0),
  ...more,
});
/** Hourly measures. */
const measures = (days: number, faults: Faults, length = 700) =>
  buildMeasures(days, faults, length).filter((_, i) => i % 6 === 0);
const breakOf = (points: ReturnType<typeof measures>, length = 700, reported: readonly Finding[] = []) =>
  diagnose({
    points,
    aero: { ...AERO, regularized_length: length },
    latitude: 47,
    reported,
  }).findings.find(({ key }) => key === 'break')!;

describe('a wire that slips in the first fortnight of a record', () => {
  it.each([
    [80, 10, 700],
    [100, 8, 900],
  ])('by %d mm on day %d is reported within days, and stays', (mm, at, length) => {
    for (const later of [3, 20, 60])
      expect(breakOf(measures(at + later, slips(mm, at), length), length)).toMatchObject({ verdict: 'bad' });
  });
  it('by less may be the warm week that came before: unknown, not good', () => {
    const found = breakOf(measures(19, slips(66, 9)));
    expect(isReported(found)).toBe(true);
    expect(breakOf(measures(13, slips(66, 9)))).toMatchObject({ verdict: 'unknown', reason: 'too_few_days' });
  });
});

describe('a bad slip', () => {
  it.each([
    [80, 700],
    [100, 900],
    [120, 1200],
  ])('of %d mm on %d m is reported on the second day', (mm, length) => {
    expect(breakOf(measures(52, slips(mm, 50), length).slice(0, -10), length).verdict).toBe('bad');
  });
  it('outlasts one odd night', () => {
    const odd: Faults = {
      creep: (day) => (day < 40 ? 0 : day >= 45.6 && day < 46.4 ? 20 : 110),
    };
    for (const day of [45, 46, 47, 48])
      expect(breakOf(measures(day, odd).slice(0, -4))).toMatchObject({ verdict: 'bad' });
  });
  it('stays while an obstacle shows a part of it only', () => {
    for (const day of [45, 46, 47])
      expect(breakOf(measures(day, slips(80, 40, { beyond: 560 })).slice(0, -4)).verdict).toBe('bad');
  });
  it('that was reported is not taken back by some odd nights', () => {
    const often: Faults = {
      creep: (day) => (day < 40 ? 0 : day > 44 && Math.floor(day - 0.5) % 4 === 0 ? 10 : 110),
    };
    const first = breakOf(measures(44, often));
    expect(first.verdict).toBe('bad');
    expect(breakOf(measures(56, often)).verdict).toBe('good');
    expect(breakOf(measures(56, often), 700, [first]).verdict).toBe('bad');
  });
});

describe('every six hours, what the twin shows too', () => {
  const seldom = (faults: Faults) => buildMeasures(90, faults).filter((_, i) => i % 36 === 0);
  const of = (own: Faults, twin: Faults) => {
    const { findings } = diagnose({
      points: seldom(own),
      aero: AERO,
      latitude: 47,
      logTime: 21_600,
      twin: { aero: AERO, days: daysOf(seldom(twin)) },
    });
    return Object.fromEntries(findings.map((one) => [one.key, one.verdict]));
  };
  const creeps = (mm: number): Faults => ({ creep: (day) => (Math.max(0, day - 30) * mm) / 60 });
  it('is not watched, rather than good', () => {
    expect(of(creeps(50), creeps(50)).drift).toBe('not_watched');
  });
  it('is named where it is a bad creep or a large slip', () => {
    expect(of(creeps(68), creeps(68)).drift).toBe('bad');
    expect(of(slips(60, 60), slips(60, 60)).break).toBe('watch');
  });
});

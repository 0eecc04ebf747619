import { describe, expect, it } from 'vitest';
import { AERO, buildMeasures, DAY, diagnose, type Faults, START } from '../testing.ts';

/**
 * A cold spell brings the ram to its end on day 54; milder weather would move it off again from day 62 on.
 */
const COLD: Faults = {
  middle: 300,
  end: 2,
  colder: (day) => Math.max(0, Math.min(26, 10 * (day - 52), 10 * (64 - day))),
};

function seizedAfter(days: number, faults: Faults, every = 1) {
  const points = buildMeasures(days, { ...COLD, ...faults }).filter((_, i) => i % every === 0);
  const { findings } = diagnose({ points, aero: AERO, latitude: 47 });
  return findings.find(({ key }) => key === 'seized')!;
}

describe('a ram at its end', () => {
  it.each([
    [1, '10 minutes'],
    [6, 'an hour'],
    [36, 'six hours'],
  ])('is seized when it does not leave it as the wire asks (every %d samples: %s)', (every) => {
    const seized = seizedAfter(70, { seizedFrom: 57 }, every);
    expect(seized).toMatchObject({ verdict: 'bad', details: { confirmed: 'by_pressure' } });
    expect((seized.since! - START) / DAY).toBeCloseTo(55, -1);
  });
  it('may be a broken wire instead, at either end, and is not said to be certain', () => {
    const warmer = (day: number) => -COLD.colder!(day);
    for (const end of [{}, { middle: 720, beyond: 998, colder: warmer }]) {
      const { candidates, confidence, verdict } = seizedAfter(70, { seizedFrom: 57, ...end });
      expect(verdict).toBe('bad');
      expect(candidates.map(({ cause }) => cause)).toEqual(['broken_wire', 'friction']);
      expect(confidence).toBeLessThan(0.9);
    }
  });
  it('is not seized while the cold holds it there', () => {
    expect(seizedAfter(61, { seizedFrom: 57 }).verdict).toBe('good');
    expect(seizedAfter(61, {}).verdict).toBe('good');
  });
  it('is not seized once it has left it', () => {
    expect(seizedAfter(70, {}).verdict).toBe('good');
  });
  it('is not seized where gas that leaks has drawn it in', () => {
    const gas = (day: number) => (day < 55 ? 1 : Math.max(0.25, 1 - (day - 55) * 0.15));
    expect(seizedAfter(75, { gas }).verdict).toBe('good');
  });
  it('is not seized where a wire that was shortened holds it', () => {
    expect(seizedAfter(75, { creep: (day) => (day < 66 ? 0 : -500) }).verdict).toBe('good');
  });
  it('is not seized where the wire goes on to creep towards it', () => {
    expect(seizedAfter(75, { creep: (day) => -4 * Math.max(0, day - 20), colder: () => 0 }).verdict).toBe(
      'good',
    );
  });
  it.each([
    [600, 500],
    [450, -500],
  ])('is not seized where the wire slips to the stop in steps (from %d mm by %d mm)', (middle, by) => {
    for (const span of [1, 2, 4])
      for (const after of [4, 20]) {
        const slipped = (day: number) =>
          by * Math.max(0, Math.min(1, Math.ceil((4 * (day - 60)) / span) / 4));
        const faults = { middle, beyond: 998, colder: () => 0, creep: slipped };
        expect(seizedAfter(60 + span + after, faults).verdict, `${span} d, ${after} d after`).not.toBe('bad');
      }
  });
});

import { describe, expect, it } from 'vitest';
import { AERO, buildMeasures, diagnose } from '../testing.ts';

/** daN: a tension at which only a contact wire of 150 mm² is strung. */
const heavy = { ...AERO, mechanical_tension: 2600 };

it('a stiffer wire takes less cold to pull a ram free: it is seized a day after', () => {
  const points = buildMeasures(61, { seizedFrom: 60 });
  const { findings } = diagnose({ points, aero: heavy, latitude: 47 });
  expect(findings.find(({ key }) => key === 'seized')).toMatchObject({ verdict: 'bad' });
});

it('friction is the share of the tension that its own stiffness makes of the loop', () => {
  // The model wire has 10 kN on 12.84 MN: its loop equals that of 8 % of 26 kN on 18 MN.
  const friction = (0.08 * (26 / 18)) / (10 / 12.84);
  const { findings } = diagnose({ points: buildMeasures(80, { friction }), aero: heavy, latitude: 47 });
  const { value, verdict } = findings.find(({ key }) => key === 'friction')!;
  expect(value).toBeGreaterThan(7);
  expect(value).toBeLessThan(10);
  expect(verdict).toBe('watch');
});

describe('friction of an AERO whose tension nobody has entered', () => {
  const unknown: typeof AERO = { ...AERO, mechanical_tension: null };
  const of = (friction: number, aero = unknown) =>
    diagnose({ points: buildMeasures(80, { friction }), aero, latitude: 47 }).findings.find(
      ({ key }) => key === 'friction',
    )!;
  it('is at least what the highest tension of its conductor leaves', () => {
    const { verdict, value, details, reaches } = of(0.16);
    expect(verdict).not.toBe('unknown');
    expect(value).toBeGreaterThan(7);
    expect(value).toBeLessThan(of(0.16, AERO).value!);
    expect(details.known).toBe('at_least');
    expect(reaches).toBeNull();
  });
  it('is unknown where that leaves it allowed', () => {
    expect(of(0.08)).toMatchObject({ verdict: 'unknown', reason: 'no_tension' });
    expect(of(0.08, AERO).verdict).toBe('watch');
  });
});

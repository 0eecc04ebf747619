import { describe, expect, it } from 'vitest';
import type { FindingKey } from '../list.ts';
import { AERO, buildMeasures, diagnose, type Faults } from '../testing.ts';

/** A finding after 58 days of hourly measures, the last nine of which have frosty nights. */
function after(faults: Faults, key: FindingKey, aero = AERO) {
  const colder = (day: number) => (day > 49.5 ? 13 + (day % 3) : 0);
  const points = buildMeasures(58.4, { colder, ...faults }).filter((_, i) => i % 6 === 0);
  return diagnose({ points, aero, latitude: 47 }).findings.find((one) => one.key === key)!;
}

/** A messenger wire under 2,400 daN: friction may hold it against more than one night's change. */
const SOFT = { ...AERO, conductor_type: 'messenger', mechanical_tension: 2400 } as const;

describe('a ram that frost holds night after night', () => {
  const iced: Faults = { ices: (day) => day > 49.5 };
  it('is iced, though no night alone asks for more than friction may hold', () => {
    const icing = after(iced, 'icing', SOFT);
    expect(icing).toMatchObject({ verdict: 'watch' });
    expect(icing.details.stretches).toBeGreaterThan(1);
    expect(icing.ruled_out).toContainEqual({ cause: 'stroke_sensor_stuck', by: 'fixed_volume' });
  });
  it('is not iced where the gas shows that the ram moved', () => {
    const points: Faults = {
      ...iced,
      sensed: ({ temperature }) => ({ pressure: 100 - 0.01 * temperature! }),
    };
    expect(after(points, 'icing', SOFT).verdict).toBe('good');
  });
});

describe('a ram held to one side in frost alone', () => {
  it('may be iced: it freezes at one temperature, which is one place', () => {
    const colder = (day: number) => (day > 49.5 ? 11 + (day % 3) : 0);
    const points = buildMeasures(54.4, { colder, ices: (day) => day > 49.5 }).filter((_, i) => i % 6 === 0);
    const { findings } = diagnose({ points, aero: SOFT, latitude: 47 });
    const side = findings.find(({ key }) => key === 'held_one_side')!;
    expect(side.verdict).toBe('watch');
    expect(side.candidates[0]).toMatchObject({ cause: 'icing', tell: 'warm_days' });
  });
});

describe('nights without ice', () => {
  it('is a ram that follows in frost', () => {
    expect(after({}, 'icing', SOFT).verdict).toBe('good');
  });
  it('is friction, which holds it in mild nights too', () => {
    expect(after({ friction: 0.05 }, 'icing', SOFT).verdict).toBe('good');
  });
  it('is an obstacle that stops it in the cold of the night', () => {
    expect(after({ end: 270 }, 'icing', SOFT).verdict).toBe('good');
  });
});

import { describe, expect, it } from 'vitest';
import { type Cell, findingOn } from '../shared/battery/testing.ts';
import { tryFault } from '../testing/trial.ts';
import { AERO, buildMeasures, diagnose } from '../testing.ts';

tryFault('battery_falling', {
  mild: { faults: { battery: (day) => 4.15 - 0.01 * day }, days: 60 },
  severe: { faults: { battery: (day) => 4.3 - 0.0125 * day }, days: 60 },
  worst: 'watch',
  impostor: { faults: { battery: (day) => 3.95 - 0.003 * day }, is: null },
});

describe('the level of a battery', () => {
  it('calls no battery falling that has been charged since', () => {
    const falling: Cell = { sun: () => 1, use: () => 4, begins: 0.56 };
    const days = 35;
    expect(findingOn('battery_trend', { ...falling, days }).verdict).toBe('watch');
    const sun = (day: number) => (day >= days - 0.9 ? 400 : 1);
    expect(findingOn('battery_trend', { ...falling, sun, days }).verdict).toBe('good');
  });
  it.each([0, 6, 12, 18])('reads the level in the dark where the current is unknown, at %d h', (hour) => {
    const battery = (day: number) => 3.9 - Math.max(0, day - 20) * 0.0097;
    const sensed = () => ({ charge_current: null });
    const points = buildMeasures(60, { battery, ohms: 1.2, sensed }).slice(0, (57 * 24 + hour) * 6);
    const { findings } = diagnose({ points, aero: AERO, latitude: 47 });
    expect(findings.find(({ key }) => key === 'battery_trend')!.verdict).toBe('watch');
  });
});

import { describe, expect, it } from 'vitest';
import { stands } from './finding.ts';
import { AERO, buildMeasures, diagnose, type Faults } from './testing.ts';

const DAYS = 80;
const SINCE = 60;
const after = (faults: Faults) =>
  diagnose({ points: buildMeasures(DAYS, faults), aero: AERO, latitude: 47 })
    .findings.filter(stands)
    .map(({ key }) => key);
const filled = (share: number) => (day: number) => (day >= SINCE ? 1 + share : 1);

describe('work without a baseline reset', () => {
  it.each([0.02, 0.04])('gas filled in, which moves the ram too: %d of it', (share) => {
    expect(after({ gas: filled(share) })).toEqual([]);
  });
  it('gas filled in and the ram set anew by 20 mm', () => {
    expect(after({ gas: filled(0.03), creep: (day) => (day >= SINCE ? -20 : 0) })).toEqual([]);
  });
  it.each([1.015, 1.03])('a pressure sensor that reads more is no gas: the ram stays (%d)', (share) => {
    expect(after({ sensed: (m, day) => (day >= SINCE ? { pressure: m.pressure! * share } : {}) })).toEqual([
      'pressure_sensor_step',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { isReported } from '../../finding.ts';
import { AERO, buildMeasures, diagnose, type Faults } from '../../testing.ts';

const INNER = { middle: 300, end: 2 };
function namedAfter(faults: Faults, every: number) {
  const points = buildMeasures(65, { ...INNER, ...faults }).filter((_, i) => i % every === 0);
  return diagnose({ points, aero: AERO, latitude: 47 })
    .findings.filter(isReported)
    .map(({ key }) => key);
}

describe.each([1, 6, 36])('a jump to the inner end (every %d samples)', (every) => {
  it.each([350, 600])('of the ram by %d mm is one of the wire: it compresses the gas', (mm) => {
    expect(namedAfter({ creep: (day) => (day > 61 ? -mm : 0) }, every)).toEqual(['break']);
  });
  it('of the reading alone is one of its sensor', () => {
    const sensed: Faults['sensed'] = ({ stroke }, day, i) =>
      day > 61 ? { stroke: Math.max(2 + (i % 4), stroke! - 260) } : {};
    expect(namedAfter({ sensed }, every)).not.toContain('break');
  });
});

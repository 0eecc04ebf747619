import { expect, it } from 'vitest';
import { DAY } from '../durations.ts';
import { isReported } from './finding.ts';
import { AERO, buildMeasures, diagnose, type Faults } from './testing.ts';
import { workQuestion } from './work-question.ts';

const reported = (faults: Faults) =>
  diagnose({ points: buildMeasures(80, faults), aero: AERO, latitude: 47 }).findings.filter(isReported);
const stepped = reported({ sensed: (m, day) => (day >= 50 ? { stroke: m.stroke! + 30 } : {}) });

it('asks about a step of the sensor and about a wire that may have slipped, not about a leak', () => {
  expect(stepped.map(({ fault }) => fault)).toEqual(['stroke_sensor_step']);
  const slipped = reported({ creep: (day) => (day >= 60 ? 45 : 0) });
  expect(slipped.map(({ fault }) => fault)).toEqual(['slipped_wire']);
  for (const finding of [...stepped, ...slipped])
    expect(workQuestion(finding, [])).toBe(finding.since ?? finding.noticed);
  const [leak] = reported({ gas: (day) => 1 - 0.002 * Math.max(0, day - 40) });
  expect([leak!.fault, workQuestion(leak!, [])]).toEqual(['leak', null]);
});

it('asks once: not again when the step is dated anew by a day, but about a later one', () => {
  const at = workQuestion(stepped[0]!, [])!;
  expect(workQuestion(stepped[0]!, [at + DAY])).toBeNull();
  expect(workQuestion(stepped[0]!, [at - 5 * DAY])).toBe(at);
  expect(workQuestion({ ...stepped[0]!, verdict: 'good' }, [])).toBeNull();
});

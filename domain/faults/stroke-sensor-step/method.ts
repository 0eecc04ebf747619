/** A stroke reading that stepped, at once or between nights, while the gas did not. */
import { type Finding, type FindingDetails, gradeOf, makeFinding } from '../finding.ts';
import type { Jump } from '../shared/jumps/jump.ts';
import type { Change } from '../shared/slow-changes/changes.ts';
import type { Slow } from '../shared/slow-changes/slow.ts';
import { strokeSensorStep as row } from './fault.ts';

/** A step between nights; value: mm. */
export const strokeStep = ({ stroke }: Change): Slow => ({
  key: 'stroke_sensor_step',
  value: stroke,
  verdict: gradeOf(Math.abs(stroke), ...row.thresholds.step.value),
});

/** A step between two measures; value: mm. */
export const strokeJumped = (
  { stroke }: Jump,
  details: Finding['details'],
  said: Partial<FindingDetails>,
): Finding => makeFinding('stroke_sensor_step', stroke, 'mm', 'watch', details, said);

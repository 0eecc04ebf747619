/** A pressure reading that stepped, at once or between nights, while the ram did not. */
import { type Finding, type FindingDetails, gradeOf, makeFinding } from '../finding.ts';
import type { Jump } from '../shared/jumps/jump.ts';
import type { Change } from '../shared/slow-changes/changes.ts';
import { percentOf, type Slow } from '../shared/slow-changes/slow.ts';
import { pressureSensorStep as row } from './fault.ts';

/** A step between nights; value: % of the pressure. */
export const pressureStep = (change: Change): Slow => ({
  key: 'pressure_sensor_step',
  value: 100 * change.gas,
  verdict: gradeOf(percentOf(change), ...row.thresholds.step.value),
});

/** A step between two measures; value: % of the pressure. */
export const pressureJumped = (
  { gas }: Jump,
  details: Finding['details'],
  said: Partial<FindingDetails>,
): Finding => makeFinding('pressure_sensor_step', 100 * gas, '%', 'watch', details, said);

/** A pressure reading that drifts: a change of the pressure that moves no ram. */
import { gradeOf } from '../finding.ts';
import type { Change } from '../shared/slow-changes/changes.ts';
import { monthlyOf, percentOf, type Slow } from '../shared/slow-changes/slow.ts';
import { pressureSensorDrift as row } from './fault.ts';

const { rate, counts, falling } = row.thresholds;

export const pressureDrift = (change: Change): Slow => ({
  key: 'pressure_sensor_drift',
  value: monthlyOf(change),
  verdict: percentOf(change) < counts.value ? 'good' : gradeOf(Math.abs(monthlyOf(change)), ...rate.value),
});

/** Whether a falling pressure may as well be a leak that has just begun. */
export const mayBeLeak = ({ shape, origin, gas, chances }: Change): boolean =>
  shape === 'ramp' && origin === 'pressure_sensor' && gas < 0 && chances.pressure_sensor < falling.value;

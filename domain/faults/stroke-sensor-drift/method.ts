/** A stroke reading that drifts: a drift of the nightly values that the gas does not follow. */
import type { Change } from '../shared/slow-changes/changes.ts';
import { driftOf, type Slow } from '../shared/slow-changes/slow.ts';
import { strokeSensorDrift as row } from './fault.ts';

export const strokeDrift = (change: Change): Slow => driftOf(change, 'stroke_sensor_drift', row.thresholds);

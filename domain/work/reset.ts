import type { Checklist } from '../faults/row.ts';
import type { MetricKey } from '../metrics.ts';
import { checklistKey, type WorkKind } from './kinds.ts';
import { WORK_ACTS, type WorkAct } from './orders.ts';

/**
 * The metrics whose history begins anew after these acts on an order of this kind; null: all. A new sensor says
 * nothing about what the others measured.
 */
export function metricsToReset(acts: readonly WorkAct[], kind: WorkKind): MetricKey[] | null {
  const resetting = acts.filter((act) => WORK_ACTS[act].resets);
  if (resetting.length === 0 || resetting.some((act) => act !== 'sensor_replaced')) return null;
  const metric = METRIC_OF_SENSOR[checklistKey(kind)];
  return metric === undefined ? null : [metric];
}
const METRIC_OF_SENSOR: Partial<Record<Checklist, MetricKey>> = {
  stroke_sensor: 'stroke',
  pressure_sensor: 'pressure',
  temperature_sensor: 'temperature',
};

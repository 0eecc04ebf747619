/** Why no stroke is forecast for an AERO: any number would be invented. */

import type { Finding } from '../faults/finding.ts';
import { isReported } from '../faults/finding.ts';
import type { Fault } from '../faults/list.ts';

export const UNAVAILABLE = [
  'seized',
  'held_one_side',
  'icing',
  'broken_wire',
  'burst',
  'stroke_sensor_stuck',
  /** Its reading has jumped and no longer shows where the ram is. */
  'stroke_sensor_step',
  'temperature_sensor_stuck',
  'swapped_aeros',
  /** Its measures are older than three days: its position is unknown. */
  'silent',
  'no_data',
  'too_few_days',
  'temperature_span_too_small',
  /** It moves, but not with the temperature. */
  'does_not_follow',
] as const;
export type Unavailable = (typeof UNAVAILABLE)[number];

/** Faults in which the ram, or its reading, no longer follows the temperature. */
const HELD: readonly Fault[] = [
  'seized',
  'stroke_sensor_stuck',
  'broken_wire',
  'burst',
  'stroke_sensor_step',
  'held_one_side',
  'icing',
  'swapped_aeros',
  'temperature_sensor_stuck',
];

/** The reported fault that prevents a forecast, the most relevant first; null when none does. */
export function blockingFault(findings: readonly Finding[]): Unavailable | null {
  const faults = new Set(
    findings.flatMap((one) => (isReported(one) && one.fault !== null ? [one.fault] : [])),
  );
  return (HELD.find((fault) => faults.has(fault)) as Unavailable | undefined) ?? null;
}

/** Days without a measure after which an AERO is silent: friction and drift continue unseen. */
export const SILENT_DAYS = 3;

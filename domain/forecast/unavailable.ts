/** Why no stroke is forecast for an AERO: a number would be made up. */

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
  /** Its reading has jumped: it is no longer where the ram stands. */
  'stroke_sensor_step',
  'temperature_sensor_stuck',
  'swapped_aeros',
  /** Its measures are older than three days: nobody knows where it stands. */
  'silent',
  'no_data',
  'too_few_days',
  'temperature_span_too_small',
  /** Moves, but not with the temperature. */
  'does_not_follow',
] as const;
export type Unavailable = (typeof UNAVAILABLE)[number];

/** Faults in which the ram, or what is read of it, no longer follows the temperature. */
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

/** The fault among what stands that forbids a forecast, the most telling first; null when none does. */
export function blockingFault(findings: readonly Finding[]): Unavailable | null {
  const faults = new Set(
    findings.flatMap((one) => (isReported(one) && one.fault !== null ? [one.fault] : [])),
  );
  return (HELD.find((fault) => faults.has(fault)) as Unavailable | undefined) ?? null;
}

/** Days without a measure after which an AERO is silent: friction and drift go on unseen. */
export const SILENT_DAYS = 3;

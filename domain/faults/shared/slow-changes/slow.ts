/** Turns a slow change into the finding it would be, with its verdict. */
import { gradeOf } from '../../finding.ts';
import type { FindingKey } from '../../list.ts';
import type { Change } from './changes.ts';

/** The finding that a change makes. */
export interface Slow {
  readonly key: FindingKey;
  readonly value: number;
  readonly verdict: 'good' | 'watch' | 'bad';
}

export const percentOf = ({ gas }: Change) => 100 * Math.abs(gas);
export const gasLeft = ({ gas }: Change) => 100 * Math.exp(gas);
export const monthlyOf = ({ gas, lasts }: Change) => (3000 * gas) / Math.max(1, lasts);

interface DriftLimits {
  readonly rate: { readonly value: readonly [number, number] };
  readonly reached: { readonly value: readonly [number, number] };
  readonly lasts: { readonly value: number };
}

/** A drift of the stroke, mm a day; good while it is recent or small. */
export function driftOf(
  { stroke, lasts }: Change,
  key: 'drift' | 'stroke_sensor_drift',
  limits: DriftLimits,
): Slow {
  const rate = stroke / Math.max(1, lasts);
  const byWay = gradeOf(Math.abs(stroke), ...limits.reached.value);
  const byRate =
    lasts < limits.lasts.value && byWay !== 'bad' ? 'good' : gradeOf(Math.abs(rate), ...limits.rate.value);
  return { key, value: rate, verdict: byRate === 'good' || byWay === 'bad' ? byRate : byWay };
}

import type { MetricKey } from '@aerowatch/domain/metrics';
import type { Check } from '../../entities/work/work-words.ts';

/** Checklist items whose note is a value that the console measures too: with ruler, gauge, meter. */
const BY_HAND: Readonly<Record<string, MetricKey>> = {
  measure_stroke: 'stroke',
  read_gauge: 'pressure',
  measure_battery: 'battery_voltage',
};
export type Measured = Partial<Record<MetricKey, number | null>>;

export const byHandOf = ({ code }: Pick<Check, 'code'>): MetricKey | undefined => BY_HAND[code ?? ''];

/**
 * Difference between the number at the start of a note and the console's measure, in the user's unit; null
 * without one.
 */
export function differenceOf(note: string, measured: number): number | null {
  const written = /^\s*(-?\d+(?:[.,]\d+)?)/.exec(note)?.[1];
  if (written === undefined) return null;
  return Math.round((Number(written.replace(',', '.')) - measured) * 10) / 10;
}

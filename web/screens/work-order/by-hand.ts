import type { MetricKey } from '@aerowatch/domain/metrics';
import type { Check } from './checklist-lines.ts';

/** Lines whose note is a value that the console measures too: the ruler, the gauge, the meter. */
const BY_HAND: Readonly<Record<string, MetricKey>> = {
  measure_stroke: 'stroke',
  read_gauge: 'pressure',
  measure_battery: 'battery_voltage',
};
export type Measured = Partial<Record<MetricKey, number | null>>;

export const byHandOf = ({ code }: Pick<Check, 'code'>): MetricKey | undefined => BY_HAND[code ?? ''];

/** How far the number at the start of a note is from what the console measured, in the reader's unit; null without one. */
export function differenceOf(note: string, measured: number): number | null {
  const written = /^\s*(-?\d+(?:[.,]\d+)?)/.exec(note)?.[1];
  if (written === undefined) return null;
  return Math.round((Number(written.replace(',', '.')) - measured) * 10) / 10;
}

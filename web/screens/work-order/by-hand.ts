import { METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { fromDisplay, roundTo, UNIT_SYSTEMS, unitOf } from '@aerowatch/domain/units';
import type { Check } from '../../entities/work/work-words.ts';
import { readNumber } from '../../forms/typed/read-number.ts';
import type { Formats } from '../../lib/format.ts';

/** Checklist items whose note is a value that the console measures too: with ruler, gauge, meter. */
const BY_HAND: Readonly<Record<string, MetricKey>> = {
  measure_stroke: 'stroke',
  read_gauge: 'pressure',
  measure_battery: 'battery_voltage',
};
export type Measured = Partial<Record<MetricKey, number | null>>;
type Reader = Pick<Formats, 'language' | 'unitSystem'>;

export const byHandOf = ({ code }: Pick<Check, 'code'>): MetricKey | undefined => BY_HAND[code ?? ''];

/** The number that a note begins with, spaces between its thousands, and what follows it. */
const LEADING = /^\s*([+\-−–]?\d+(?:[\s'’]\d{3}(?!\d))*(?:[.,]\d+)?)\s*(.*)$/s;

function numberIn(number: string, language: Reader['language']): number | null {
  const reading = readNumber(number, { language, decimals: 12 });
  return 'value' in reading ? reading.value : null;
}

/**
 * The note with the writer's unit where it is a bare number: colleagues with other units read it too.
 */
export function withUnit(note: string, metric: MetricKey, { language, unitSystem }: Reader): string {
  const [, number = '', rest] = LEADING.exec(note) ?? [];
  const bare = rest === '' && numberIn(number, language) !== null;
  return bare ? `${note.trim()}\u00a0${unitOf(METRICS[metric].quantity, unitSystem)}` : note;
}

/**
 * Difference (metric) between the number at the start of a note and the console's measure; null without a
 * number that can be read in one way only.
 */
export function differenceOf(
  note: string,
  metric: MetricKey,
  measured: number,
  { language, unitSystem }: Reader,
): number | null {
  const [, number = '', rest = ''] = LEADING.exec(note) ?? [];
  const value = numberIn(number, language);
  if (value === null) return null;
  const { quantity } = METRICS[metric];
  const written = UNIT_SYSTEMS.find(
    (system) => /^[^\s\d,;:.()]+/.exec(rest)?.[0] === unitOf(quantity, system),
  );
  return roundTo(fromDisplay(quantity, written ?? unitSystem, value) - measured, 6);
}

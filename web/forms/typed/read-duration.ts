import { type DurationUnit, joinDuration, splitDuration } from '@aerowatch/domain/validation';
import { DURATION_SYMBOLS } from '../../lib/words/duration-text.ts';
import { readNumber } from './read-number.ts';
import type { Reading } from './reading.ts';

export const DURATION_PARTS = ['hours', 'minutes', 'seconds', 'milliseconds'] as const;
export type DurationPart = (typeof DURATION_PARTS)[number];
/** The texts of the parts of a duration, as typed. */
export type DurationTexts = Readonly<Partial<Record<DurationPart, string>>>;

/** The parts in which a duration is typed, by its stored unit. */
export function partsOf(unit: DurationUnit): readonly DurationPart[] {
  if (unit === 'ms') return DURATION_PARTS;
  return unit === 's' ? DURATION_PARTS.slice(0, 3) : DURATION_PARTS.slice(0, 2);
}

/** A duration split into parts: 3725 s are 1 h 2 min 5 s; null becomes empty. */
export function writeDuration(value: number | null, unit: DurationUnit): DurationTexts {
  if (value === null) return {};
  const parts = { ...splitDuration(value, unit), milliseconds: unit === 'ms' ? value % 1000 : 0 };
  return Object.fromEntries(partsOf(unit).map((part) => [part, String(parts[part])]));
}

/** A whole number, with or without its unit. For whole numbers, languages do not differ. */
const readPart = (text: string, part: DurationPart): Reading<number> =>
  readNumber(text, { language: 'en', decimals: 0, unit: DURATION_SYMBOLS[part] });

/** The problem of one part; an empty part has none. */
export function partProblem(text: string, part: DurationPart): string | null {
  const reading = readPart(text, part);
  if ('problem' in reading) return reading.problem;
  return reading.value !== null && reading.value < 0 ? 'duration_negative' : null;
}

/**
 * The duration made up by the parts, in its unit: 20 min, or 0 h 20 min. Empty parts count as zero; if all
 * are empty there is no duration.
 */
export function readDuration(texts: DurationTexts, unit: DurationUnit): Reading<number> {
  const numbers = { hours: 0, minutes: 0, seconds: 0, milliseconds: 0 };
  let empty = true;
  for (const part of partsOf(unit)) {
    const text = texts[part] ?? '';
    const problem = partProblem(text, part);
    if (problem !== null) return { problem };
    const reading = readPart(text, part);
    if (!('value' in reading) || reading.value === null) continue;
    numbers[part] = reading.value;
    empty = false;
  }
  if (empty) return { value: null };
  return { value: joinDuration(numbers, unit) + (unit === 'ms' ? numbers.milliseconds : 0) };
}

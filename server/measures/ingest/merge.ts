import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import type { Row, Values } from './sort-out.ts';

/** Why a value is set aside that differs from the stored one. */
export const CONFLICT = 'conflict';

/** A value that differs from the one that is stored for its AERO, time and metric. */
export interface Conflict {
  readonly aero: number;
  readonly time: number;
  readonly metric: MetricKey;
  readonly stored: number;
  readonly refused: number;
}
/** What became of the measures of one AERO and time. */
export interface Merged {
  readonly stored: number;
  readonly merged: number;
  readonly duplicates: number;
  /** What a row that was there has to get; null when nothing. */
  readonly fill: Values | null;
  readonly conflicts: readonly Conflict[];
}

/**
 * Puts the measures of one AERO and time together in the order they came: the first value of each metric
 * stays, what is null is filled, another value is a conflict. `before` is what was stored; undefined when
 * nothing was, so that the row is new.
 */
export function mergeRow(row: Row, before: Values | undefined): Merged {
  const values = METRIC_KEYS.map((_, index) => before?.[index] ?? null);
  const fill: (number | null)[] = METRIC_KEYS.map(() => null);
  const conflicts: Conflict[] = [];
  const counts = { stored: 0, merged: 0, duplicates: 0 };
  for (const [number, sent] of (row.sent ?? [row.values]).entries()) {
    let gave = false;
    for (const [index, metric] of METRIC_KEYS.entries()) {
      const value = sent[index] ?? null;
      if (value === null) continue;
      const there = values[index] ?? null;
      if (there === null) {
        values[index] = fill[index] = value;
        gave = true;
      } else if (asStored(there) !== asStored(value)) {
        const { aero, time } = row;
        conflicts.push({ aero, time, metric, stored: asStored(there), refused: asStored(value) });
      }
    }
    if (before === undefined && number === 0) counts.stored = 1;
    else if (gave) counts.merged += 1;
    else counts.duplicates += 1;
  }
  const filled = before !== undefined && fill.some((value) => value !== null);
  return { ...counts, fill: filled ? fill : null, conflicts };
}

/** Digits that tell any two numbers of single precision apart, and what vanishes in that. */
const MOST_DIGITS = 9;
const VANISHES = 1e-30;

/** The number that comes back for one that is stored: the shortest of the same single precision. */
export function asStored(value: number): number {
  if (Math.abs(value) < VANISHES) return 0;
  const single = Math.fround(value);
  for (let digits = 6; digits < MOST_DIGITS; digits += 1) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return short;
  }
  return Number(single.toPrecision(MOST_DIGITS));
}

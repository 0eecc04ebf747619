import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import type { Row, Values } from './sort-measures.ts';

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
export interface MergeResult {
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
export function mergeValues(row: Row, before: Values | undefined): MergeResult {
  const state: Merging = {
    values: METRIC_KEYS.map((_, index) => before?.[index] ?? null),
    fill: METRIC_KEYS.map(() => null),
    conflicts: [],
  };
  const counts = { stored: 0, merged: 0, duplicates: 0 };
  for (const [number, sent] of (row.sent ?? [row.values]).entries()) {
    const gave = addValues(state, row, sent);
    if (before === undefined && number === 0) counts.stored = 1;
    else if (gave) counts.merged += 1;
    else counts.duplicates += 1;
  }
  const filled = before !== undefined && state.fill.some((value) => value !== null);
  return { ...counts, fill: filled ? state.fill : null, conflicts: state.conflicts };
}

/** In the order of METRIC_KEYS: what is known so far, and of it what is new. */
interface Merging {
  readonly values: (number | null)[];
  readonly fill: (number | null)[];
  readonly conflicts: Conflict[];
}

/** Adds what one measure says; whether it said anything new. */
function addValues({ values, fill, conflicts }: Merging, { aero, time }: Row, sent: Values): boolean {
  let gave = false;
  for (const [index, metric] of METRIC_KEYS.entries()) {
    const value = sent[index] ?? null;
    if (value === null) continue;
    const known = values[index] ?? null;
    if (known === null) {
      values[index] = fill[index] = value;
      gave = true;
      continue;
    }
    const [stored, refused] = [asStored(known), asStored(value)];
    if (stored !== refused) conflicts.push({ aero, time, metric, stored, refused });
  }
  return gave;
}

/** Digits that tell any two numbers of single precision apart, and what vanishes in that. */
const MAX_DIGITS = 9;
const VANISHES = 1e-30;

/** The number that comes back for one that is stored: the shortest of the same single precision. */
export function asStored(value: number): number {
  if (Math.abs(value) < VANISHES) return 0;
  const single = Math.fround(value);
  for (let digits = 6; digits < MAX_DIGITS; digits += 1) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return short;
  }
  return Number(single.toPrecision(MAX_DIGITS));
}

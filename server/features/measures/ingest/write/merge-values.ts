import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import type { Row, Values } from './sort-measures.ts';

/** Why a value that differs from the stored one is set aside. */
export const CONFLICT = 'conflict';

/** A value that differs from the stored one of its AERO, time and metric. */
export interface Conflict {
  readonly aero: number;
  readonly time: number;
  readonly metric: MetricKey;
  readonly stored: number;
  readonly refused: number;
}
/** The result for the measures of one AERO and time. */
export interface MergeResult {
  readonly stored: number;
  readonly merged: number;
  readonly duplicates: number;
  /** Values to add to an existing row; null when none. */
  readonly fill: Values | null;
  readonly conflicts: readonly Conflict[];
}

/**
 * Merges the measures of one AERO and time in order of arrival: the first value of each metric stays, a null
 * is filled, a different value is a conflict. `before` is the stored row; undefined if the row is new.
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

/** In the order of METRIC_KEYS: the known values, and the new ones among them. */
interface Merging {
  readonly values: (number | null)[];
  readonly fill: (number | null)[];
  readonly conflicts: Conflict[];
}

/** Adds the values of one measure; returns whether any was new. */
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

/**
 * Digits that distinguish any two single precision numbers, and the limit below which numbers become zero.
 */
const MAX_DIGITS = 9;
const VANISHES = 1e-30;

/** The number that the database returns for a stored one: the shortest of the same single precision. */
export function asStored(value: number): number {
  if (Math.abs(value) < VANISHES) return 0;
  const single = Math.fround(value);
  for (let digits = 6; digits < MAX_DIGITS; digits += 1) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return short;
  }
  return Number(single.toPrecision(MAX_DIGITS));
}

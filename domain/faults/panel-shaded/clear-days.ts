/**
 * Finds the clear days of a panel. Clouds give every day another shape, a clear sky gives the same shape
 * again; the brightest of the recurring shapes is the clear sky's. This needs no measure of light, which the
 * voltage does not show in full sun.
 */

import { median, quantile } from '../../physics/statistics.ts';
import { HOURS, type PanelDay } from '../shared/light/panel-hours.ts';

/** The days with their levels as shares of the highest voltage. */
export interface PanelLevels {
  readonly days: readonly PanelDay[];
  readonly level: readonly Float64Array[];
  readonly raw: readonly Float64Array[];
}

/** Fewest lit days; quantile of their highest values that stands for the highest voltage. */
const LIT_DAYS = 15;
const HIGHEST = 0.7;

/** Levels as shares of the highest voltage; null with too few lit days. */
export function panelLevelsOf(days: readonly PanelDay[]): PanelLevels | null {
  const highest = days.flatMap(({ level }) => {
    let most = 0;
    for (const one of level) if (one > most) most = one;
    return most > 0 ? [most] : [];
  });
  if (highest.length < LIT_DAYS) return null;
  const whole = quantile(highest, HIGHEST);
  const shares = (values: Float64Array) => values.map((value) => value / whole);
  return { days, level: days.map(({ level }) => shares(level)), raw: days.map(({ raw }) => shares(raw)) };
}

/**
 * Share of the voltage by which hours of two clear days may differ: some 2 °C of the cell and the last digit.
 */
export const SAME = 0.008;
/** The same for a whole day: a warm sensor, some dirt. */
export const SAME_DAY = 0.016;
/** Share of the hours in which two days must be equal. */
const MOSTLY = 0.75;
/** Fewest hours in common; maximum difference by which one hour counts in the day's shift. */
const HOURS_SEEN = 5;
const LIMITED = 0.03;

function isAlike(one: Float64Array, other: Float64Array): boolean {
  let [n, sum] = [0, 0];
  for (let k = 0; k < one.length; k++) {
    const off = one[k]! - other[k]!;
    if (Number.isNaN(off)) continue;
    n++;
    sum += Math.max(-LIMITED, Math.min(LIMITED, off));
  }
  const middle = sum / n;
  if (n < HOURS_SEEN || Math.abs(middle) > SAME_DAY) return false;
  let same = 0;
  for (let k = 0; k < one.length; k++) if (Math.abs(one[k]! - other[k]! - middle) < SAME) same++;
  return same >= MOSTLY * n;
}

/** Whether two days have the same shape, memoized. */
export function alikeness({ level }: PanelLevels): (i: number, j: number) => boolean {
  const many = level.length;
  // 0: not known yet, 1: not alike, 2: alike.
  const known = new Int8Array(many * many);
  return (i, j) => {
    if (i === j) return true;
    const at = i < j ? i * many + j : j * many + i;
    if (known[at] === 0) known[at] = isAlike(level[i]!, level[j]!) ? 2 : 1;
    return known[at] === 2;
  };
}

/**
 * Fewest days of one shape; a shape with half as many similar days as the commonest one may be the clear one.
 */
const RECURS = 4;
const OFTEN = 0.5;
/** Fewest of these days on which an hour must have been measured. */
const HOUR_SEEN = 3;

/** The first and last two known hours: under a low sun the voltage depends on the amount of light. */
function lowSunOf(level: Float64Array): number {
  const known = level.filter((one) => !Number.isNaN(one));
  return known.length < HOURS_SEEN ? 0 : known[0]! + known[1]! + known.at(-1)! + known.at(-2)!;
}

/** The clear day among some days (by index), and which of them are clear; null if no shape recurs. */
export function clearDayOf(
  { level }: PanelLevels,
  among: readonly number[],
  alike: (i: number, j: number) => boolean,
): { members: number[]; level: Float64Array } | null {
  const counts = among.map((i) => {
    let many = 0;
    for (const j of among) if (alike(i, j)) many++;
    return many;
  });
  const most = Math.max(0, ...counts);
  if (most < RECURS) return null;
  let [clear, brightest] = [-1, -1];
  among.forEach((i, at) => {
    if (counts[at]! < Math.max(RECURS, OFTEN * most)) return;
    const light = lowSunOf(level[i]!);
    if (light > brightest) [clear, brightest] = [i, light];
  });
  const members = among.filter((j) => alike(clear, j));
  const middle = Float64Array.from(HOURS, (_, k) => {
    const seen = members.map((i) => level[i]![k]!).filter((one) => !Number.isNaN(one));
    return seen.length < HOUR_SEEN ? Number.NaN : median(seen);
  });
  return { members, level: middle };
}

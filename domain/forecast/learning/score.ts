/** How good forecasts were: sums that can be added over days, AEROs and clients. */
import { shareOf } from '../climate.ts';
import type { DayExtremes } from '../extremes.ts';
import type { Quantiles } from '../spread.ts';
import type { Travel } from '../standing/travel.ts';
import { LIES } from '../standing/travel.ts';

export const BINS = 10;

export interface Score {
  /** Extremes compared, those within their interval of 90 %, and the sum of its widths in mm. */
  n: number;
  inside: number;
  width: number;
  /** Chances compared, sum of their squared errors, and of those of the AERO's own climate (Brier 1950). */
  judged: number;
  brier: number;
  reference: number;
  /** By tenth of the stated chance: count, sum of the stated chances, and number of events. */
  readonly binN: number[];
  readonly binChance: number[];
  readonly binHits: number[];
}

const zeros = () => new Array<number>(BINS).fill(0);
export const noScore = (): Score => ({
  n: 0,
  inside: 0,
  width: 0,
  judged: 0,
  brier: 0,
  reference: 0,
  binN: zeros(),
  binChance: zeros(),
  binHits: zeros(),
});

/** Adds an extreme that was forecast. Changes `score`. */
export function addExtreme(score: Score, forecast: Quantiles, actual: number): void {
  score.n += 1;
  if (actual >= forecast.p05 && actual <= forecast.p95) score.inside += 1;
  score.width += forecast.p95 - forecast.p05;
}

/** The tenth in which a stated chance is counted. */
export const binOf = (stated: number): number => Math.min(BINS - 1, Math.floor(stated * BINS));

/** Adds a chance, the outcome, and the chance from climate alone. Changes `score`. */
export function addChance(score: Score, stated: number, happened: boolean, climate: number): void {
  const so = happened ? 1 : 0;
  score.judged += 1;
  score.brier += (stated - so) ** 2;
  score.reference += (climate - so) ** 2;
  const bin = binOf(stated);
  score.binN[bin]! += 1;
  score.binChance[bin]! += stated;
  score.binHits[bin]! += so;
}

/** Whether a day came within the margin of the end that heat, or cold, leads to. */
export function marginReached(
  { stroke, minOffset, maxOffset }: Travel,
  { low, high }: Pick<DayExtremes, 'low' | 'high'>,
  upper: boolean,
): boolean {
  return upper ? high >= Math.min(stroke - LIES, stroke - maxOffset) : low <= Math.max(LIES, minOffset);
}

/** The climate's chance of reaching a margin: the share of the season's days that reached it. */
export function climateChance(travel: Travel, season: readonly DayExtremes[], upper: boolean): number {
  return shareOf(season, (day) => marginReached(travel, day, upper));
}

/** One score with another added. */
export function sumOf(one: Score, other: Score): Score {
  const add = (a: readonly number[], b: readonly number[]) => a.map((value, i) => value + b[i]!);
  return {
    n: one.n + other.n,
    inside: one.inside + other.inside,
    width: one.width + other.width,
    judged: one.judged + other.judged,
    brier: one.brier + other.brier,
    reference: one.reference + other.reference,
    binN: add(one.binN, other.binN),
    binChance: add(one.binChance, other.binChance),
    binHits: add(one.binHits, other.binHits),
  };
}

/**
 * Gain of the stated chances over the AERO's own climate (Brier skill score): 1 is perfect, 0 no gain. Null
 * where a margin was reached never, or always: without both outcomes nothing can be compared, and a climate,
 * which never says "never", would lose to anything that does.
 */
export function brierSkill({
  judged,
  brier,
  reference,
  binHits,
}: Pick<Score, 'judged' | 'brier' | 'reference' | 'binHits'>): number | null {
  const happened = binHits.reduce((sum, hits) => sum + hits, 0);
  return happened === 0 || happened === judged || reference === 0 ? null : 1 - brier / reference;
}

import type { PeaksAnswer } from '@aerowatch/contracts/api/forecast';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';

/** Summary of an AERO's week: its highest probability and the day of it. */
export interface Peak {
  readonly aero: number;
  readonly box: number;
  readonly chance: number | null;
  readonly day: string | null;
  readonly side: 'hot' | 'cold';
  readonly unavailable: Unavailable | null;
  readonly order: number | null;
}

/** The highest of the days' probabilities; null if no day has one. */
export function largestOf(chances: readonly (number | null)[]): number | null {
  const known = chances.filter((one) => one !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Columns as one row per AERO. */
export function peaksOf(answer: PeaksAnswer): Peak[] {
  return answer.aero.map((aero, row) => {
    const chances = answer.chance[row]!;
    const chance = largestOf(chances);
    return {
      aero,
      box: answer.box[row]!,
      chance,
      day: chance === null ? null : answer.days[chances.indexOf(chance)]!,
      side: answer.side[row]!,
      unavailable: answer.unavailable[row]!,
      order: answer.work_order[row]!,
    };
  });
}

/** The row of one AERO. The answer may still belong to the previous AERO. */
export function peakOf(answer: PeaksAnswer | undefined, aero: number): Peak | undefined {
  return answer === undefined ? undefined : peaksOf(answer).find((peak) => peak.aero === aero);
}

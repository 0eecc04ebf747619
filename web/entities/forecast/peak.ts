import type { PeaksAnswer } from '@aerowatch/contracts/api/forecast';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';

/** An AERO's week in short: its largest chance and on which day. */
export interface Peak {
  readonly aero: number;
  readonly box: number;
  readonly chance: number | null;
  readonly day: string | null;
  readonly side: 'hot' | 'cold';
  readonly unavailable: Unavailable | null;
  readonly order: number | null;
}

/** Columns as a row an AERO. */
export function peaksOf(answer: PeaksAnswer): Peak[] {
  return answer.aero.map((aero, row) => {
    const chances = answer.chance[row]!;
    const known = chances.filter((one) => one !== null);
    const chance = known.length === 0 ? null : Math.max(...known);
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

/** The row of one AERO. An answer may still be the one about the AERO before. */
export function peakOf(answer: PeaksAnswer | undefined, aero: number): Peak | undefined {
  return answer === undefined ? undefined : peaksOf(answer).find((peak) => peak.aero === aero);
}

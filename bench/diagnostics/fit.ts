/**
 * Fits the shifts of confidences, so that of those stated at 80 % eight of ten are true (`confidenceShift` in
 * the rows of domain/faults).
 */

import { FINDING_KEYS, type FindingKey, findingRow } from '@aerowatch/domain/faults/list';
import { UNFITTED } from '@aerowatch/domain/faults/row';
import { logistic, logOdds } from '@aerowatch/domain/faults/steps/calibrate';
import type { Outcome } from './play.ts';

/** Prior standard deviation of a finding's shift, log odds: little data moves it little. */
const USUAL = 1;
const ROUNDS = 60;
const LONGEST = 0.5;

interface Said {
  readonly odds: number;
  readonly so: number;
}

/** The shift that makes stated odds come true, with a normal prior around `middle` (Newton's method). */
function shiftOf(said: readonly Said[], middle: number): number {
  let shift = middle;
  for (let round = 0; round < ROUNDS; round++) {
    let [slope, curve] = [(middle - shift) / USUAL ** 2, 1 / USUAL ** 2];
    for (const { odds, so } of said) {
      const chance = logistic(odds + shift);
      slope += so - chance;
      curve += chance * (1 - chance);
    }
    // Far from the solution, Newton's step is much too long.
    shift += Math.max(-LONGEST, Math.min(LONGEST, slope / curve));
  }
  return shift;
}

/** The present shift: faults of one finding have the same. */
const shiftNow = (key: FindingKey): number => findingRow(key).rows[0]!.confidenceShift;

/**
 * The shift of each finding's log odds, including the present one; to a hundredth. The outcomes must have
 * been made with the present shifts.
 */
export function fittedShifts(outcomes: readonly Outcome[]): Partial<Record<FindingKey | 'others', number>> {
  const by = new Map<FindingKey, Said[]>();
  for (const { episodes } of outcomes)
    for (const { key, confidence, truth } of episodes)
      if (confidence !== null) {
        const raw = logOdds(confidence) - shiftNow(key);
        by.set(key, [...(by.get(key) ?? []), { odds: raw, so: truth === 'false' ? 0 : 1 }]);
      }
  const all = shiftOf([...by.values()].flat(), 0);
  const rounded = (value: number) => Number(value.toFixed(2));
  return {
    others: rounded(all),
    ...Object.fromEntries(
      FINDING_KEYS.flatMap((key) => (by.has(key) ? [[key, rounded(shiftOf(by.get(key)!, all))]] : [])),
    ),
  };
}

/**
 * The shifts for the rows of the faults (`confidenceShift`), each with the number of true findings and of
 * all, the present shift, and their sum.
 */
export function fitOf(outcomes: readonly Outcome[]): string {
  const said = outcomes.flatMap(({ episodes }) => episodes).filter(({ confidence }) => confidence !== null);
  const lines = Object.entries(fittedShifts(outcomes)).map(([name, shift]) => {
    const of = said.filter(({ key }) => name === 'others' || key === name);
    const so = of.filter(({ truth }) => truth !== 'false').length;
    const now = name === 'others' ? UNFITTED : shiftNow(name as FindingKey);
    return `  ${name}: ${shift}, // ${so} of ${of.length} so; ${now} now\n`;
  });
  return `${lines.join('')}${said.length} findings\n`;
}

/** Fits what confidences are shifted by, so that of those said at 80 % eight of ten are so (`confidenceShift` in the rows of domain/faults). */

import { FINDING_KEYS, type FindingKey, findingRow } from '@aerowatch/domain/faults/list';
import { UNFITTED } from '@aerowatch/domain/faults/row';
import { logistic, logOdds } from '@aerowatch/domain/faults/steps/calibrate';
import type { Outcome } from './play.ts';

/** Shifts of one finding are believed as far as they are seen: standard deviation of what they may be at first, log odds. */
const USUAL = 1;
const ROUNDS = 60;
const LONGEST = 0.5;

interface Said {
  readonly odds: number;
  readonly so: number;
}

/** The shift that makes stated odds come true, drawn towards `middle` by a normal prior (Newton's steps). */
function shiftOf(said: readonly Said[], middle: number): number {
  let shift = middle;
  for (let round = 0; round < ROUNDS; round++) {
    let [slope, curve] = [(middle - shift) / USUAL ** 2, 1 / USUAL ** 2];
    for (const { odds, so } of said) {
      const chance = logistic(odds + shift);
      slope += so - chance;
      curve += chance * (1 - chance);
    }
    // Far off, Newton's step is far too long.
    shift += Math.max(-LONGEST, Math.min(LONGEST, slope / curve));
  }
  return shift;
}

/** The shift that holds now: faults of one finding have the same. */
const shiftNow = (key: FindingKey): number => findingRow(key).rows[0]!.confidenceShift;

/**
 * What each finding's log odds are to be shifted by, those that hold now taken along; by a hundredth. The outcomes must
 * have been made with the shifts that hold now.
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

/** The shifts for the rows of the faults (`confidenceShift`), each with how many of how many findings were so, the shift that holds, and their sum. */
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

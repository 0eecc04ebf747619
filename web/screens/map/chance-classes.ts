import { AT_RISK, LIKELY } from '@aerowatch/domain/forecast/basis';
import { largestOf } from '../../entities/forecast/peak.ts';
import type { Answer } from '../../lib/api/contract.ts';

/** Classes of a box's probability, lowest first; boxes without a forecast never look calm. */
export const CHANCE_CLASSES = ['calm', 'risk', 'likely', 'no_forecast'] as const;
export type ChanceClass = (typeof CHANCE_CLASSES)[number];

/** The class of a box's highest probability; null without a forecast. */
export function classOf(chance: number | null): ChanceClass {
  if (chance === null) return 'no_forecast';
  return chance >= LIKELY ? 'likely' : chance >= AT_RISK ? 'risk' : 'calm';
}

/** For each box the class of its probability on a day, or of the highest over all days if `day` is null. */
export function classesOf(
  { days, box, chance }: Pick<Answer<'forecastBoxes'>, 'days' | 'box' | 'chance'>,
  day: string | null,
): Map<number, ChanceClass> {
  const column = day === null ? -1 : days.indexOf(day);
  return new Map(
    box.map((id, row) => [
      id,
      classOf(day === null ? largestOf(chance[row]!) : (chance[row]![column] ?? null)),
    ]),
  );
}

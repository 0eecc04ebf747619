import { largestOf } from '../../entities/forecast/peak.ts';
import type { ChanceLook } from '../../entities/forecast/use-chance-look.ts';
import type { Answer } from '../../lib/api/contract.ts';

/** Classes of a box's probability, calm first; what is not proven there is grey, and boxes without a forecast never look calm. */
export const CHANCE_CLASSES = ['calm', 'risk', 'likely', 'unproven', 'no_forecast'] as const;
export type ChanceClass = (typeof CHANCE_CLASSES)[number];

/** The class of a box's highest probability; null where there is no forecast. */
export function classOf(chance: number | null, look: ChanceLook): ChanceClass {
  if (chance === null) return 'no_forecast';
  // Until it is known whether it is proven, it is in no colour of severity either.
  return look === 'awaited' ? 'unproven' : look;
}

/** For each box the class of its probability on a day, or of the highest over all days if `day` is null. */
export function classesOf(
  { days, box, chance }: Pick<Answer<'forecastBoxes'>, 'days' | 'box' | 'chance'>,
  day: string | null,
  lookOf: (box: number, chance: number | null) => ChanceLook,
): Map<number, ChanceClass> {
  const column = day === null ? -1 : days.indexOf(day);
  return new Map(
    box.map((id, row) => {
      const own = day === null ? largestOf(chance[row]!) : (chance[row]![column] ?? null);
      return [id, classOf(own, lookOf(id, own))];
    }),
  );
}

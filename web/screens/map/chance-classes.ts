import { AT_RISK, LIKELY } from '@aerowatch/domain/forecast/basis';
import type { Answer } from '../../lib/api/contract.ts';

/** Classes of a box's probability, calm first; boxes without a forecast never look calm. */
export const CHANCE_CLASSES = ['calm', 'risk', 'likely', 'no_forecast'] as const;
export type ChanceClass = (typeof CHANCE_CLASSES)[number];

/** The class of an AERO's highest probability; null where there is no forecast. */
export function classOf(chance: number | null): ChanceClass {
  if (chance === null) return 'no_forecast';
  return chance >= LIKELY ? 'likely' : chance >= AT_RISK ? 'risk' : 'calm';
}

/** For each box the class of the highest probability of its AEROs on a day, or over all days where `day` is null. */
export function classesOf(peaks: Answer<'forecastPeaks'>, day: string | null): Map<number, ChanceClass> {
  const column = day === null ? -1 : peaks.days.indexOf(day);
  const most = new Map<number, number | null>();
  peaks.aero.forEach((_, row) => {
    const chances = day === null ? peaks.chance[row]! : [peaks.chance[row]![column] ?? null];
    const stated = chances.filter((one) => one !== null);
    const own = stated.length === 0 ? null : Math.max(...stated);
    const box = peaks.box[row]!;
    const known = most.get(box) ?? null;
    most.set(box, own === null ? known : Math.max(own, known ?? 0));
  });
  return new Map([...most].map(([box, chance]) => [box, classOf(chance)]));
}

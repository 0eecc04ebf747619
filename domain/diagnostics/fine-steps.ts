/** Steps of a pressure that are finer than what its readings can tell. */
import type { DiagnosticContext } from './context.ts';
import { knownOf } from './samples.ts';

/** s between measures from which a box logs seldom. */
const SELDOM = 7200;
/** Steps of the pressure that a box which logs seldom can tell from weather, % of it; and in steps of its own reading. */
const SELDOM_STEP = 1.3;
const OWN_STEPS = 1.3;

/** Whether a step of the pressure, % of it, is too fine to be told from weather or from the steps of its reading. */
export function isTooFine(context: DiagnosticContext, percent: number): boolean {
  if ((context.interval ?? 600) > SELDOM && percent < SELDOM_STEP) return true;
  const { step, level } = pressureStep(context);
  return level > 0 && percent < (100 * OWN_STEPS * step) / level;
}

/** The smallest difference between two readings of the pressure in the last weeks, and their usual level, bar. */
function pressureStep({ days }: DiagnosticContext): { step: number; level: number } {
  const read = new Set<number>();
  for (const { samples } of days.slice(-21))
    for (const pressure of knownOf(samples.pressure)) read.add(Math.round(pressure * 100));
  const sorted = [...read].sort((a, b) => a - b);
  let step = Number.POSITIVE_INFINITY;
  for (let i = 1; i < sorted.length; i++) step = Math.min(step, sorted[i]! - sorted[i - 1]!);
  return { step: step / 100, level: sorted.length < 2 ? 0 : sorted[sorted.length >> 1]! / 100 };
}

/** Steps of a pressure that are too small for the resolution of its readings. */

import { SELDOM } from '../../row.ts';
import type { DiagnosticContext } from '../context.ts';
import { measuredValues } from '../days/samples.ts';

/**
 * Least step, %, that a box which logs seldom can distinguish from weather; least step in units of the
 * resolution.
 */
const SELDOM_STEP = 1.3;
const OWN_STEPS = 1.3;

/**
 * Whether a step of the pressure, %, is too small to be distinguished from weather or from the sensor's
 * resolution.
 */
export function isTooFine(context: DiagnosticContext, percent: number): boolean {
  return ((context.interval ?? 600) > SELDOM && percent < SELDOM_STEP) || isOfResolution(context, percent);
}

/** Whether the sensor's resolution alone may cause a change of the pressure, %. */
export function isOfResolution(context: DiagnosticContext, percent: number): boolean {
  const { step, level } = pressureStep(context);
  return level > 0 && percent < (100 * OWN_STEPS * step) / level;
}

/** Resolution of the pressure readings of the last weeks (smallest difference), and their median, bar. */
function pressureStep({ days }: DiagnosticContext): { step: number; level: number } {
  const read = new Set<number>();
  for (const { samples } of days.slice(-21))
    for (const pressure of measuredValues(samples.pressure)) read.add(Math.round(pressure * 100));
  const sorted = [...read].sort((a, b) => a - b);
  let step = Number.POSITIVE_INFINITY;
  for (let i = 1; i < sorted.length; i++) step = Math.min(step, sorted[i]! - sorted[i - 1]!);
  return { step: step / 100, level: sorted.length < 2 ? 0 : sorted[sorted.length >> 1]! / 100 };
}

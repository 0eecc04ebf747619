/** Whether a change of the nightly values is over: the ram, or its reading, is back where it was before. */

import { DAY } from '../../../durations.ts';
import { median } from '../../../physics/statistics.ts';
import type { Stretch } from '../nights/nights.ts';
import type { Baseline, Change } from './changes.ts';

/** Number of newest nights that must all be closer to the baseline than this share of the change. */
const NIGHTS = 2;
const BACK = 0.4;
/** Scatters of a night that a change must exceed to be visible in single nights. */
const TELLS = 4;

/** Whether the newest nights no longer show the change. */
function isOver({ stroke, origin }: Change, { residuals, deviation }: Baseline): boolean {
  // The stroke of the nights shows only changes of the stroke.
  if (origin === 'gas' || origin === 'pressure_sensor') return false;
  if (Math.abs(stroke) < TELLS * deviation) return false;
  return residuals.slice(-NIGHTS).every((residual) => Math.abs(residual) < BACK * Math.abs(stroke));
}

/** Days by which the nights may misdate a jump. */
const MISSES = 1.5;

/** The change with the date of the jump that it is the remainder of, if that was only partly corrected. */
function sinceItFell(change: Change, putRight: readonly Stretch[]): Change {
  const fell = putRight.find(
    ({ from, to }) => change.since > from / DAY - MISSES && change.since < to / DAY + MISSES,
  );
  if (!fell || change.shape === 'ramp') return change;
  const since = fell.from / DAY;
  return { ...change, since, lasts: change.lasts + change.since - since, stands: fell.to / DAY };
}

/**
 * The change if it persists; else none, with the baseline moved to the present position of the ram.
 * `putRight`: stretches from a jump to its correction, whose nights are not in the fit.
 */
export function lasting(
  { baseline, change }: { readonly baseline: Baseline; readonly change: Change | null },
  putRight: readonly Stretch[],
): { baseline: Baseline; change: Change | null } {
  if (!change) return { baseline, change };
  if (!isOver(change, baseline)) return { baseline, change: sinceItFell(change, putRight) };
  // After an early jump the fit may have taken the shifted state as the baseline and the return as the
  // change.
  const off = median([...baseline.residuals.slice(-NIGHTS)]);
  const residuals = baseline.residuals.map((residual) => residual - off);
  return { baseline: { ...baseline, a: baseline.a + off, residuals }, change: null };
}

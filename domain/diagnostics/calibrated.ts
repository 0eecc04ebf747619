/**
 * Calibrated confidence: a method states a confidence by how clear the change is; its log odds are shifted (Platt 1999,
 * slope fixed at 1) to the frequency with which that finding proved true in `npm run diagnostics -- --fit`.
 */
import { type Finding, type FindingKey, stands } from './finding.ts';

/**
 * Shifts of the log odds by finding, fitted on 903 findings at log times of 1 and 6 hours (seeds 801, 811 and 7501):
 * too few of each for any one shift to be certain. `others`: for findings that occurred too seldom to fit.
 */
export const SHIFTS: Partial<Record<FindingKey, number>> & { readonly others: number } = {
  others: 0.49,
  health_ratio: 1.03,
  drift: -0.96,
  pressure_trend: 0.38,
  stop_hot: 1.36,
  stop_cold: 2.22,
  friction: 1.32,
  battery_trend: 1.29,
  panel_trend: 0.93,
  seized: 1.13,
  leak: 0.38,
  break: -1.68,
  stuck_sensor: 1.63,
  spike: 1.39,
  stroke_sensor_drift: 0.95,
  pressure_sensor_drift: -0.02,
  temperature_bias: 0.87,
  battery_resistance: 0.94,
  burst: 0.87,
  stroke_sensor_step: -0.44,
  pressure_sensor_step: 0.22,
  swapped: 1.23,
  current_drain: 1.02,
  held_one_side: -0.48,
  icing: -0.26,
  unusual: -1.36,
};

/** Limits of every confidence stated. */
const MAX_CONFIDENCE = 0.99;
const MIN_CONFIDENCE = 0.5;

export const logOdds = (chance: number): number => Math.log(chance / (1 - chance));
export const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** The finding with its confidence calibrated; unchanged if it states none or reports nothing wrong. */
export function calibrated(finding: Finding): Finding {
  const { confidence, key } = finding;
  if (!stands(finding) || confidence === null) return finding;
  const shifted = logistic(logOdds(Math.min(0.999, confidence)) + (SHIFTS[key] ?? SHIFTS.others));
  return { ...finding, confidence: Math.min(MAX_CONFIDENCE, Math.max(MIN_CONFIDENCE, shifted)) };
}

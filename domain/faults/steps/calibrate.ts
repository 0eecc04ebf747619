/**
 * Calibrated confidence: a method states a confidence by how clear the change is; its log odds are shifted (Platt 1999,
 * slope fixed at 1) to the frequency with which that finding proved true in `npm run diagnostics -- --fit`.
 */
import { type Finding, type FindingKey, stands } from '../finding.ts';

/**
 * Shifts of the log odds by finding, fitted on 1,349 findings at all log times (seeds 8801, 9201 to 9206 and 9210):
 * too few of each for any one shift to be certain. `others`: for findings that occurred too seldom to fit.
 */
export const SHIFTS: Partial<Record<FindingKey, number>> & { readonly others: number } = {
  others: 0.63,
  health_ratio: 1.45,
  residual: 0.79,
  drift: -1.5,
  pressure_trend: 0.52,
  stop_hot: 1.4,
  stop_cold: 2.52,
  friction: 1.18,
  battery_trend: 1.03,
  panel_trend: 0.91,
  seized: 1.57,
  leak: 0.52,
  break: -0.97,
  stuck_sensor: 1.95,
  spike: 1.62,
  stroke_sensor_drift: 1.27,
  pressure_sensor_drift: 1.17,
  temperature_bias: 1.17,
  battery_resistance: 1.13,
  burst: 1.15,
  stroke_sensor_step: -1.34,
  pressure_sensor_step: -0.84,
  swapped: 0.98,
  current_drain: -0.1,
  held_one_side: 0.54,
  icing: 0.48,
  unusual: -1.08,
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

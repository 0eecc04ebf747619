/**
 * Calibrated confidence: the log odds that a method derives from how clear the change is are shifted (Platt 1999, slope
 * fixed at 1) by how often that finding proved true in `npm run diagnostics -- --fit`.
 */
import { type Finding, type FindingKey, stands } from './finding.ts';

/** Fitted on 270 findings of three log times, seeds 9001 and 9003: too few to be sure of any one. Log odds by finding; `others`: for findings that occurred too seldom to fit. */
export const SHIFTS: Partial<Record<FindingKey, number>> & { readonly others: number } = {
  others: -0.11,
  health_ratio: 0.21,
  drift: -1.01,
  pressure_trend: -0.69,
  stop_hot: 0.17,
  stop_cold: 0.47,
  friction: 0.72,
  battery_trend: 0.22,
  seized: 0.52,
  leak: -0.69,
  break: -1.48,
  stuck_sensor: 0.62,
  spike: 0.72,
  stroke_sensor_drift: 0.22,
  pressure_sensor_drift: -0.66,
  temperature_bias: 0.5,
  battery_resistance: -0.32,
  burst: 0.13,
  stroke_sensor_step: -1.47,
  pressure_sensor_step: -0.41,
  swapped: 0.46,
  current_drain: -0.39,
  held_one_side: -1.11,
  icing: 0.7,
};

/** Bounds of every stated confidence. */
const MAX_CONFIDENCE = 0.99;
const MIN_CONFIDENCE = 0.5;

export const logOdds = (chance: number): number => Math.log(chance / (1 - chance));
export const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** The finding with its calibrated confidence; unchanged if it states none. */
export function calibrated(finding: Finding): Finding {
  const { confidence, key } = finding;
  if (!stands(finding) || confidence === null) return finding;
  const shifted = logistic(logOdds(Math.min(0.999, confidence)) + (SHIFTS[key] ?? SHIFTS.others));
  return { ...finding, confidence: Math.min(MAX_CONFIDENCE, Math.max(MIN_CONFIDENCE, shifted)) };
}

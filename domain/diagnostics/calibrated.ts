/**
 * Calibrated confidence: the log odds that a method derives from how clear the change is are shifted (Platt 1999, slope
 * fixed at 1) by how often that finding proved true in `npm run diagnostics -- --fit`.
 */
import { type Finding, type FindingKey, stands } from './finding.ts';

/** Fitted on 754 findings at 1 and 6 hours, seeds 801 and 811, few of each; where a method changed in between, by half of that. Log odds by finding; `others`: for findings that occurred too seldom to fit. */
export const SHIFTS: Partial<Record<FindingKey, number>> & { readonly others: number } = {
  others: 0.44,
  health_ratio: 0.93,
  drift: 0.2,
  pressure_trend: 0.56,
  stop_hot: 1.11,
  stop_cold: 2.06,
  friction: 1.21,
  battery_trend: 1.12,
  panel_trend: 0.4,
  seized: 1.02,
  leak: 0.56,
  break: -1.2,
  stuck_sensor: 1.45,
  spike: 1.28,
  stroke_sensor_drift: 0.86,
  pressure_sensor_drift: -0.13,
  temperature_bias: 0.79,
  battery_resistance: 0.79,
  burst: 0.78,
  stroke_sensor_step: -0.18,
  pressure_sensor_step: 0.78,
  swapped: 1.12,
  current_drain: 0.2,
  held_one_side: 0.2,
  icing: 0.29,
  unusual: -1.16,
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

/**
 * Calibrated confidence: a method states a confidence by how clear the change is; its log odds are shifted
 * (Platt 1999, slope fixed at 1) to the frequency with which that fault proved true in `npm run diagnostics
 * -- --fit`. The shifts in the rows were fitted on 1,349 findings at all log times (seeds 8801, 9201 to 9206
 * and 9210), which are too few of each fault for a single shift to be certain.
 */
import { type Finding, faultOf, isReported } from '../finding.ts';
import { FAULT_ROWS } from '../list.ts';

/** Upper limit of every stated confidence. */
const MAX_CONFIDENCE = 0.99;
const MIN_CONFIDENCE = 0.5;

export const logOdds = (chance: number): number => Math.log(chance / (1 - chance));
export const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** The finding with its confidence calibrated; unchanged if it states none or reports no fault. */
export function withCalibratedConfidence(finding: Finding): Finding {
  const { confidence } = finding;
  if (!isReported(finding) || confidence === null) return finding;
  const shifted = logistic(
    logOdds(Math.min(0.999, confidence)) + FAULT_ROWS[faultOf(finding)].confidenceShift,
  );
  return { ...finding, confidence: Math.min(MAX_CONFIDENCE, Math.max(MIN_CONFIDENCE, shifted)) };
}

import type { Judgeable } from './aggregates.ts';
import type { Condition } from './condition.ts';
import { ConditionWindow, type Verdict } from './window.ts';

export type { NotJudged } from './aggregates.ts';
export type { Verdict } from './window.ts';

/**
 * Judges one condition at T by rules 1 to 6 of alerting.md.
 * @param points datapoints of the AERO in ascending time; those outside T − P < time ≤ T are ignored
 * @param T time of the datapoint being judged, ms since 1970
 * @param hasEarlier the AERO has a datapoint at or before T − P
 * @returns not judged with its reason, or the value compared (P = 0: the datapoint; average: the mean;
 *   varies: max − min; displacement metrics: the slope; else the newest datapoint) and whether it holds
 */
export function judge(
  condition: Condition,
  points: readonly Judgeable[],
  T: number,
  hasEarlier: boolean,
): Verdict {
  return new ConditionWindow(condition, points).judge(T, hasEarlier);
}

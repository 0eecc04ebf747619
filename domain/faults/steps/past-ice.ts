/** Ice that held the ram some nights ago: it explains nothing that came after the thaw. */

import { DAY, HOUR } from '../../durations.ts';
import { type Finding, isReported, makeFinding } from '../finding.ts';
import type { FindingKey } from '../list.ts';
import type { DiagnosticContext } from '../shared/context.ts';

export interface PastIce {
  /** Last moment at which it held the ram, ms. */
  readonly until: number;
  /** Whether nothing holds the ram any more, so that its nights show wire and gas again. */
  readonly isOver: boolean;
}

/** Findings that releasing ice may resemble, if they come with the thaw. */
const JUMPS: readonly FindingKey[] = ['break', 'stroke_sensor_step'];
/**
 * Findings that ice never resembles: it holds the ram, and the gas stays. A leak is a drift of the pressure
 * on its first days.
 */
const OF_GAS: readonly FindingKey[] = ['burst', 'leak', 'pressure_sensor_step', 'pressure_sensor_drift'];

/** Hours after the thaw within which the ram comes free, and measures in which it does. */
const THAWS = 3;
const MEASURES = 2;
/**
 * Days for which a loss of gas is news beside ice (J): an older one has already been reported, and the ice is
 * the news.
 */
const NEWS = 30;

/**
 * The findings without icing, where it is over and something else began since: a jump after the thaw, a loss
 * of gas. `now` in ms; `interval`: s between measures.
 */
export function withoutPastIce(
  findings: readonly Finding[],
  past: PastIce | null,
  { now, interval }: Pick<DiagnosticContext, 'now' | 'interval'>,
): Finding[] {
  const ice = findings.find(({ key }) => key === 'icing');
  if (!past || !ice || !isReported(ice)) return [...findings];
  const thawed = past.until + Math.max(THAWS * HOUR, MEASURES * (interval ?? 600) * 1000);
  const isLater = ({ key, since }: Finding) =>
    since !== null &&
    ((JUMPS.includes(key) && since > thawed) || (OF_GAS.includes(key) && since > now - NEWS * DAY));
  if (!findings.some((one) => isReported(one) && isLater(one))) return [...findings];
  return findings.map((one) => (one === ice ? makeFinding('icing', 0, 'h', 'good') : one));
}

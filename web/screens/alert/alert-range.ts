import type { Alert } from '@aerowatch/contracts/api/alerts';
import { CONDITION_METRICS, periodSeconds } from '@aerowatch/domain/alerting/condition';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { FAULT_ROWS } from '@aerowatch/domain/faults/list';
import type { MetricKey } from '@aerowatch/domain/metrics';
import { isFault } from '@aerowatch/domain/work/kinds';
import type { ChartRange } from '../../charts/types.ts';

type About = Pick<Alert, 'condition' | 'finding' | 'opened_at' | 'cleared_at' | 'last_at'>;

/** The metrics that together describe the state of a tensioner. */
const STATE = ['stroke', 'pressure', 'temperature'] as const satisfies MetricKey[];
/** Days shown before a fault began, or before an alert whose fault has no beginning. */
const BEFORE = 7;
const UNKNOWN = 30;

const faultOf = ({ finding }: About) => (finding?.fault && isFault(finding.fault) ? finding.fault : null);

/**
 * The metrics of an alert: first the judged metric, or what its fault moves; then the state of the tensioner.
 */
export function curveMetrics(alert: About): MetricKey[] {
  const fault = faultOf(alert);
  const shown =
    fault === null ? CONDITION_METRICS[alert.condition.metric].reads : FAULT_ROWS[fault].curve.metrics;
  return [...new Set([...shown, ...STATE])];
}

/** When its fault began, ms; null if the alert is about no finding, or this is unknown. */
export function faultBegan({ finding }: About): number | null {
  const at = finding?.since ?? finding?.noticed ?? null;
  return at === null ? null : Date.parse(at);
}

/**
 * The period that shows the subject of the alert. A measured condition: from two windows (at least six hours)
 * before it to as long after it was last true. A finding: from a week before its fault began. Conditions
 * judged by day: the month before.
 */
export function rangeAround(alert: About): ChartRange {
  const opened = Date.parse(alert.opened_at);
  const end = Date.parse(alert.cleared_at ?? alert.last_at);
  const { at } = CONDITION_METRICS[alert.condition.metric];
  const margin = Math.max(6 * HOUR, 2 * periodSeconds(alert.condition) * 1000);
  const began = faultBegan(alert);
  if (began !== null) return { from: Math.min(began, opened) - BEFORE * DAY, to: end + DAY };
  if (at === 'measure') return { from: opened - margin, to: end + margin / 2 };
  const days = at === 'clock' ? BEFORE : UNKNOWN;
  return { from: opened - days * DAY, to: end + DAY };
}

import type { Alert } from '@aerowatch/contracts/api/alerts';
import { CONDITION_METRICS, limitLine, periodSeconds } from '@aerowatch/domain/alerting/condition';
import { HOUR } from '@aerowatch/domain/durations';
import type { MetricKey } from '@aerowatch/domain/metrics';
import { useMemo } from 'react';
import type { ChartMark, ChartRange } from '../../charts/types.ts';
import { conditionValue, useConditionSentence } from '../../entities/conditions/sentence.ts';
import { CurveView } from '../../entities/curves/curve-view.tsx';
import type { CurveThreshold } from '../../entities/curves/thresholds.ts';
import { useCurves } from '../../entities/curves/use-curves.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';

/** The metrics that together show the state of a tensioner. */
const STATE = ['stroke', 'pressure', 'temperature'] as const satisfies MetricKey[];
const RED = '#e03131';

/** The judged metric first; then the state of the tensioner, also where no metric was judged. */
export const curveMetrics = ({ condition }: Alert): MetricKey[] => [
  ...new Set([...CONDITION_METRICS[condition.metric].reads, ...STATE]),
];

/** From two windows (at least six hours) before the alert to as long after the condition was last true. */
export function rangeAround(alert: Alert): ChartRange {
  const margin = Math.max(6 * HOUR, 2 * periodSeconds(alert.condition) * 1000);
  return {
    from: Date.parse(alert.opened_at) - margin,
    to: Date.parse(alert.cleared_at ?? alert.last_at) + margin / 2,
  };
}

interface Props {
  alert: Alert;
  range: ChartRange;
  /** Null: back to the range around the alert. */
  onRange: (range: ChartRange | null) => void;
}

/** The curves around the alert, with the alert marked and the limit drawn. */
export function AlertCurve({ alert, range, onRange }: Props) {
  const t = useText('alerts');
  const formats = useFormats();
  const { when } = useConditionSentence();
  const metrics = useMemo(() => curveMetrics(alert), [alert]);
  const { curves, failure, refetch } = useCurves({ aeros: [alert.aero], metrics, range, expected: true });
  const thresholds = useMemo<CurveThreshold[]>(() => {
    const line = limitLine(alert.condition);
    if (line === null) return [];
    const label = `${t('one.limit')} ${conditionValue(alert.condition, line.value, formats)}`;
    return [{ ...line, label, color: RED }];
  }, [alert, formats, t]);
  const marks = useMemo<ChartMark[]>(
    () => [
      {
        key: 'alert',
        at: Date.parse(alert.opened_at),
        to: Date.parse(alert.cleared_at ?? alert.last_at),
        label: when(alert.condition),
        color: RED,
        symbol: '!',
      },
    ],
    [alert, when],
  );
  return (
    <Panel title={t('one.around')}>
      <CurveView
        curves={curves}
        failure={failure}
        onRetry={refetch}
        metrics={metrics}
        mode="split"
        range={range}
        marks={marks}
        thresholds={thresholds}
        onRange={onRange}
        onReset={() => onRange(null)}
        height={170}
      />
    </Panel>
  );
}

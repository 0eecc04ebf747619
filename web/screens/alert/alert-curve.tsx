import type { Alert } from '@aerowatch/contracts/api/alerts';
import { limitLine } from '@aerowatch/domain/alerting/condition';
import { useMemo } from 'react';
import type { ChartMark, ChartRange } from '../../charts/types.ts';
import { conditionValue, useConditionSentence } from '../../entities/conditions/sentence.ts';
import { CurveView } from '../../entities/curves/curve-view.tsx';
import type { CurveThreshold } from '../../entities/curves/thresholds.ts';
import { useCurves } from '../../entities/curves/use-curves.ts';
import { useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { curveMetrics, faultBegan } from './alert-range.ts';

const RED = '#e03131';
const BEGAN = '#c2255c';

interface Props {
  alert: Alert;
  range: ChartRange;
  /** Null resets to the range around the alert. */
  onRange: (range: ChartRange | null) => void;
}

/** The curves around the alert, with the alert marked and the limit drawn. */
export function AlertCurve({ alert, range, onRange }: Props) {
  const t = useText('alerts');
  const formats = useFormats();
  const { when } = useConditionSentence();
  const model = useTable('aeros')[alert.aero]?.model_type;
  const metrics = useMemo(() => curveMetrics(alert), [alert]);
  const { curves, failure, refetch } = useCurves({ aeros: [alert.aero], metrics, range, expected: true });
  const thresholds = useMemo<CurveThreshold[]>(() => {
    const line = limitLine(alert.condition, model);
    if (line === null) return [];
    const label = `${t('one.limit')} ${conditionValue(alert.condition, alert.condition.value, formats)}`;
    return [{ ...line, label, color: RED }];
  }, [alert, model, formats, t]);
  const began = faultBegan(alert);
  const marks = useMemo<ChartMark[]>(
    () => [
      ...(began === null
        ? []
        : [
            {
              key: 'began',
              at: began,
              label: t('one.began'),
              color: BEGAN,
              symbol: '!' as const,
              text: t('one.began'),
            },
          ]),
      {
        key: 'alert',
        at: Date.parse(alert.opened_at),
        to: Date.parse(alert.cleared_at ?? alert.last_at),
        label: when(alert.condition),
        color: RED,
        symbol: '!',
      },
    ],
    [alert, when, began, t],
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

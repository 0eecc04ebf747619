import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { REPAIR_DAYS } from '@aerowatch/domain/faults/repair';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ChartMark, ChartRange } from '../../charts/types.ts';
import { useBoxLatest } from '../../entities/box-map/use-box-latest.ts';
import { CurveView } from '../../entities/curves/curve-view.tsx';
import type { CurveThreshold } from '../../entities/curves/thresholds.ts';
import { useCurves } from '../../entities/curves/use-curves.ts';
import { AeroGauge } from '../../entities/gauge/aero-gauge.tsx';
import { useAeroGauge } from '../../entities/gauge/use-aero-gauge.ts';
import type { Order } from '../../entities/work/work-words.ts';
import { useFormats } from '../../lib/format.ts';
import { useItem } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './work-order.module.css';

const RED = '#e03131';
const BLUE = '#1971c2';
/** Time shown before the first sign, or without one. */
const BEFORE = 7 * DAY;
const USUAL = 14 * DAY;
const MOST = 90 * DAY;
/** Time for which a repair is verified. */
const AFTER = REPAIR_DAYS * DAY;

/** The picture of the fault: gauge, curve with limit or expectation, latest values. */
export function Picture({ order }: { order: Order }) {
  const t = useText('work');
  const box = useItem('boxes', order.box);
  const aero = useItem('aeros', order.aero ?? order.curve?.aero ?? 0);
  if (box === undefined || aero === undefined) return null;
  return (
    <Panel title={t(workOf(order) === null ? 'picture.title' : 'picture.repair')} mb="md" region gap="xs">
      <div className={classes.picture}>
        {order.aero === null ? null : <Gauge aero={aero} box={box} />}
        <Latest aero={aero} box={box} />
      </div>
      <Curve order={order} aero={aero} />
    </Panel>
  );
}

function Gauge({ aero, box }: { aero: Aero; box: Box }) {
  return <AeroGauge facts={useAeroGauge(aero, box)} />;
}

/** The console's latest measures, for comparison with readings at the pole. */
function Latest({ aero, box }: { aero: Aero; box: Box }) {
  const t = useText('work');
  const domain = useText('domain');
  const formats = useFormats();
  const { measures, known } = useBoxLatest(box.id);
  const measure = measures[aero.id];
  if (measure === undefined) return known ? <Text c="dimmed">{t('picture.no_measure')}</Text> : null;
  return (
    <dl className={classes.latest}>
      {METRIC_KEYS.filter((metric) => measure[metric] !== null).map((metric) => (
        <div key={metric}>
          <dt>{domain(`metric.${metric}.name`)}</dt>
          <dd>{formats.metric(metric, measure[metric])}</dd>
        </div>
      ))}
      <div>
        <dt>{t('picture.at')}</dt>
        <dd>
          <RelativeTime time={measure.date} />
        </dd>
      </div>
    </dl>
  );
}

/** Time of the work that is or was verified; null before it. */
const workOf = ({ verification, closed_at, state }: Order): number | null => {
  const at = verification?.at ?? (state === 'done' ? closed_at : null);
  return at === null ? null : Date.parse(at);
};

/** From a week before the first sign to now; for finished work, to the end of its verification. */
function rangeOf(order: Order): ChartRange {
  const work = workOf(order);
  const hour = Math.ceil(Date.now() / HOUR) * HOUR;
  const to = work === null ? hour : Math.min(hour, work + AFTER);
  const first = order.since === null ? null : Date.parse(order.since);
  const from = Math.min(first ?? to - USUAL, work ?? to) - (first === null && work === null ? 0 : BEFORE);
  return { from: Math.max(to - MOST, Math.min(from, to - BEFORE)), to };
}

const mark = (key: string, at: number, label: string, color: string): ChartMark => ({
  key,
  at,
  label,
  color,
  symbol: '!',
});

/** With the first sign and the work as marks: before and after. */
function Curve({ order, aero }: { order: Order; aero: Aero }) {
  const t = useText('work');
  const diagnostics = useText('diagnostics');
  const formats = useFormats();
  const metric: MetricKey = order.curve?.metric ?? 'stroke';
  const metrics = useMemo(() => [metric], [metric]);
  const aeros = useMemo(() => [aero.id], [aero.id]);
  const whole = useMemo(() => rangeOf(order), [order]);
  const [zoomed, setZoomed] = useState<ChartRange | null>(null);
  const range = zoomed ?? whole;
  const { curves, failure, refetch } = useCurves({ aeros, metrics, range, expected: true });
  const level = order.curve?.level ?? null;
  const thresholds: CurveThreshold[] =
    level === null
      ? []
      : [
          {
            metric,
            value: level.value,
            label: `${diagnostics(`level.${level.code}`)} ${formats.metric(metric, level.value)}`,
            color: RED,
            always: true,
          },
        ];
  const work = workOf(order);
  const marks: ChartMark[] = [
    ...(order.since === null ? [] : [mark('since', Date.parse(order.since), t('picture.since'), RED)]),
    ...(work === null ? [] : [{ ...mark('work', work, diagnostics('mark.work'), BLUE), dash: [4, 4] }]),
  ];
  return (
    <CurveView
      curves={curves}
      failure={failure}
      onRetry={refetch}
      metrics={metrics}
      mode="split"
      range={range}
      marks={marks}
      thresholds={thresholds}
      onRange={setZoomed}
      onReset={() => setZoomed(null)}
      height={170}
    />
  );
}

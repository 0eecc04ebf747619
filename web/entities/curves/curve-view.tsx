import type { MetricKey } from '@aerowatch/domain/metrics';
import { Skeleton, useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { ChartTable } from '../../charts/chart-table.tsx';
import { chartHeight } from '../../charts/panels/chart-height.ts';
import { type ChartHandle, TimeChart } from '../../charts/time-chart.tsx';
import type { ChartMark, ChartRange } from '../../charts/types.ts';
import type { Failure } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useItem } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { ErrorState } from '../../ui/states/states.tsx';
import { useAeroName } from '../aero-names.ts';
import { curvePanels } from './panels.ts';
import { type CurveThreshold, thresholdsOfAero } from './thresholds.ts';
import type { CurveMode, Curves } from './types.ts';

interface Props {
  curves: Curves | undefined;
  failure?: Failure;
  onRetry?: () => void;
  metrics: readonly MetricKey[];
  mode: CurveMode;
  range: ChartRange;
  /** IANA name; the reader's preference by default. */
  timeZone?: string;
  marks?: readonly ChartMark[];
  /** In addition to the limits of the AERO itself, which are drawn when it is alone. */
  thresholds?: readonly CurveThreshold[];
  height?: number;
  as?: 'chart' | 'table';
  onRange?: (range: ChartRange) => void;
  onReset?: () => void;
  onMark?: (mark: ChartMark) => void;
  picking?: boolean;
  onMoment?: (at: number) => void;
  handle?: (handle: ChartHandle | null) => void;
  /** Another name for a curve, for example for a comparison period. */
  nameOf?: (id: number) => string;
  /** The AERO whose comparison period this curve shows; null for a current curve. */
  earlierOf?: (id: number) => number | null;
  /** Name of a metric in the comparison period. */
  earlierName?: (metric: string) => string;
}

function usePanels(props: Props, name: (id: number) => string) {
  const { curves, metrics, mode } = props;
  const t = useText('visualization');
  const words = useText('domain');
  const { unitSystem } = useFormats();
  const only = useItem('aeros', curves?.series.length === 1 ? curves.series[0]!.aero : null);
  // Each loaded AERO makes a new `name` function: the layout is redone only when its results differ.
  const names = (curves?.series ?? []).map(({ aero }) => [name(aero), name(props.earlierOf?.(aero) ?? aero)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists of the same metrics and names are the same lists
  return useMemo(() => {
    if (!curves) return [];
    const own = only
      ? thresholdsOfAero(only, (metric, side) =>
          t(`thresholds.${side}`, { metric: words(`metric.${metric}.name`) }),
        )
      : [];
    return curvePanels({
      curves,
      metrics,
      mode,
      unitSystem,
      aeroName: name,
      earlierOf: props.earlierOf,
      earlierName: props.earlierName,
      metricName: (metric) => words(`metric.${metric}.name`),
      expectedName: t('expected'),
      thresholds: withOwn(own, props.thresholds ?? []),
    });
  }, [
    curves,
    metrics.join(','),
    mode,
    unitSystem,
    names.join('\n'),
    props.thresholds,
    props.earlierOf,
    props.earlierName,
    t,
    words,
    only,
  ]);
}

/** An explicitly given limit has its own name: the AERO's limit at the same value is left out. */
const withOwn = (own: readonly CurveThreshold[], given: readonly CurveThreshold[]): CurveThreshold[] => [
  ...own.filter((one) => !given.some(({ metric, value }) => metric === one.metric && value === one.value)),
  ...given,
];

/** Curves with legend, marks and table, in the reader's language, units, zone and theme. */
export function CurveView(props: Props) {
  const { curves, metrics, mode, range, height = 260 } = props;
  const t = useText('visualization');
  const formats = useFormats();
  const theme = useComputedColorScheme('light');
  const aeroName = useAeroName();
  const zone = props.timeZone ?? formats.timeZone;
  const name = props.nameOf ?? aeroName;

  const panels = usePanels(props, name);

  if (props.failure) return <ErrorState failure={props.failure} onRetry={props.onRetry} />;
  if (!curves) return <Skeleton height={chartHeight(mode === 'split' ? metrics.length : 1, height)} />;
  const what = formats.list(curves.series.slice(0, 4).map((curve) => name(curve.aero)));
  if (props.as === 'table')
    return (
      <ChartTable
        panels={panels}
        language={formats.locale}
        timeZone={zone}
        caption={t('chart.label', { what })}
        timeLabel={t('chart.time')}
        height={Math.max(height, 480)}
      />
    );
  return (
    <TimeChart
      panels={panels}
      range={range}
      marks={props.marks}
      language={formats.locale}
      timeZone={zone}
      theme={theme}
      height={height}
      onRange={props.onRange}
      onReset={props.onReset}
      onMark={props.onMark}
      picking={props.picking}
      onMoment={props.onMoment}
      handle={props.handle}
      texts={{
        label: t('chart.label', { what }),
        help: props.onMoment ? `${t('chart.help')} ${t('chart.help_notes')}` : t('chart.help'),
        empty: t('chart.empty'),
      }}
    />
  );
}

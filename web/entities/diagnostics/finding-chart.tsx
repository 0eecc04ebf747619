import type { MetricKey } from '@aerowatch/domain/metrics';
import { decimalsOf, type QuantityKey, toDisplay, unitOf } from '@aerowatch/domain/units';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { TimeChart } from '../../charts/time-chart.tsx';
import type { ChartMark, ChartPanel } from '../../charts/types.ts';
import type { Failure } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { CurveView } from '../curves/curve-view.tsx';
import { metricColor } from '../curves/types.ts';
import { useCurves } from '../curves/use-curves.ts';
import { type Finding, useFindings } from './finding-value.ts';

type Evidence = NonNullable<Finding['evidence']>;
const MARK = '#e03131';
const LINE = '#c92a2a';
const HEIGHT = 130;
const QUANTITIES: Readonly<Record<string, QuantityKey>> = {
  mm: 'length_small',
  bar: 'pressure',
  V: 'voltage',
  mA: 'current',
  '°C': 'temperature_difference',
  K: 'temperature_difference',
};

interface Props {
  aero: number;
  finding: Finding;
  /** Of one panel, px. */
  height?: number;
  /** The loading state: printing waits for what is drawn. */
  onRead?: (read: CurveRead) => void;
}
export interface CurveRead {
  /** undefined: still loading, or failed. */
  readonly data: object | undefined;
  readonly failure: Failure | undefined;
}

/** The curve that shows a finding, with the relevant part marked. */
export function FindingChart(props: Props) {
  const { evidence } = props.finding;
  return evidence === null ? null : <EvidenceChart {...props} evidence={evidence} />;
}

/** Times at which the finding is visible. */
function useMarks(finding: Finding): ChartMark[] {
  const say = useFindings();
  return useMemo(
    () =>
      say.marks(finding).map(
        ({ code, at, name, text, dash }, index): ChartMark => ({
          key: `${code}:${index}`,
          at,
          label: name,
          color: MARK,
          symbol: '!',
          dash,
          ...(text === null ? {} : { text }),
        }),
      ),
    [say, finding],
  );
}

/** The levels of measured metrics that the finding is judged by. */
function useThresholds(finding: Finding) {
  const say = useFindings();
  return useMemo(
    () =>
      say
        .levels(finding)
        .flatMap(({ metric, value, text }) =>
          metric === null ? [] : [{ metric, value, label: text, color: LINE, always: true }],
        ),
    [say, finding],
  );
}

function EvidenceChart({ aero, finding, evidence, height = HEIGHT, onRead }: Props & { evidence: Evidence }) {
  const range = useMemo(
    () => ({ from: Date.parse(evidence.from), to: Date.parse(evidence.to) }),
    [evidence.from, evidence.to],
  );
  const aeros = useMemo(() => [aero], [aero]);
  const marks = useMarks(finding);
  const thresholds = useThresholds(finding);
  const metrics = evidence.metrics as MetricKey[];
  const { curves, failure, refetch } = useCurves({
    aeros,
    metrics,
    range,
    points: 400,
    expected: metrics.includes('stroke'),
    live: false,
    skip: metrics.length === 0,
  });
  const data = metrics.length === 0 ? evidence : curves;
  useEffect(() => onRead?.({ data, failure }), [onRead, data, failure]);
  return (
    <>
      {evidence.series ? (
        <SeriesChart finding={finding} evidence={evidence} marks={marks} height={height} />
      ) : null}
      {metrics.length > 0 ? (
        <CurveView
          curves={curves}
          failure={failure}
          onRetry={refetch}
          metrics={metrics}
          mode="split"
          range={range}
          marks={marks}
          thresholds={thresholds}
          height={height}
        />
      ) : null}
    </>
  );
}

/** The panel of a derived series, in the user's units, with its own limits. */
function useSeriesPanels(finding: Finding, series: Evidence['series']): ChartPanel[] {
  const t = useText('diagnostics');
  const say = useFindings();
  const { unitSystem } = useFormats();
  return useMemo(() => {
    if (series === null) return [];
    const quantity = QUANTITIES[series.unit ?? ''];
    const shown = (value: number) =>
      quantity ? toDisplay(quantity, unitSystem, value) : series.unit === null ? 100 * value : value;
    const label = t(`series.${series.code}`);
    const limits = say.levels(finding).filter(({ metric }) => metric === null);
    return [
      {
        key: series.code,
        title: label,
        series: [
          {
            key: series.code,
            label,
            unit: quantity ? unitOf(quantity, unitSystem) : (series.unit ?? '%'),
            decimals: quantity ? decimalsOf(quantity, unitSystem) : 1,
            color: metricColor(finding.evidence?.metrics[0] ?? 'stroke'),
            scale: series.code,
            time: series.points.map(([at]) => Date.parse(at)),
            value: series.points.map(([, value]) => shown(value)),
          },
        ],
        thresholds: limits.map(({ value, text }) => ({
          scale: series.code,
          value: shown(value),
          label: text,
          color: LINE,
          always: true,
        })),
      },
    ];
  }, [series, finding, unitSystem, t, say]);
}

/** Derived values that no single metric shows: gas by day, width of the hysteresis loop. */
function SeriesChart({
  finding,
  evidence,
  marks,
  height,
}: {
  finding: Finding;
  evidence: Evidence;
  marks: ChartMark[];
  height: number;
}) {
  const t = useText('diagnostics');
  const curves = useText('visualization');
  const formats = useFormats();
  const theme = useComputedColorScheme('light');
  const { series } = evidence;
  const panels = useSeriesPanels(finding, series);
  if (series === null || series.points.length === 0) return <SmallText>{t('noCurve')}</SmallText>;
  return (
    <TimeChart
      panels={panels}
      range={{ from: Date.parse(evidence.from), to: Date.parse(evidence.to) }}
      marks={marks}
      language={formats.locale}
      timeZone={formats.timeZone}
      theme={theme}
      height={height}
      texts={{
        label: t(`series.${series.code}`),
        help: curves('chart.help'),
        empty: t('noCurve'),
      }}
    />
  );
}

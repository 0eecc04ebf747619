import type { MetricKey } from '@aerowatch/domain/metrics';
import { decimalsOf, type QuantityKey, toDisplay, unitOf } from '@aerowatch/domain/units';
import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { TimeChart } from '../../charts/time-chart.tsx';
import type { ChartMark, ChartPanel } from '../../charts/types.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { CurveView } from '../curves/curve-view.tsx';
import { metricColor } from '../curves/types.ts';
import { useCurves } from '../curves/use-curves.ts';
import type { Finding } from './finding-value.ts';

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

/** The curve behind a finding, with the relevant part marked. */
export function FindingChart({ aero, finding }: { aero: number; finding: Finding }) {
  const { evidence } = finding;
  return evidence === null ? null : <EvidenceChart aero={aero} finding={finding} evidence={evidence} />;
}

function EvidenceChart({ aero, finding, evidence }: { aero: number; finding: Finding; evidence: Evidence }) {
  const t = useText('diagnostics');
  const range = useMemo(
    () => ({ from: Date.parse(evidence.from), to: Date.parse(evidence.to) }),
    [evidence.from, evidence.to],
  );
  const aeros = useMemo(() => [aero], [aero]);
  const marks = useMemo(
    () =>
      evidence.marks.map(
        ({ at, code }, index): ChartMark => ({
          key: `${code}:${index}`,
          at: Date.parse(at),
          label: t(`mark.${code}`),
          color: MARK,
          symbol: '!',
        }),
      ),
    [evidence.marks, t],
  );
  const thresholds = useMemo(
    () =>
      evidence.levels.flatMap(({ metric, value, code }) =>
        metric === null ? [] : [{ metric, value, label: t(`level.${code}`), color: LINE }],
      ),
    [evidence.levels, t],
  );
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
  return (
    <>
      {evidence.series ? <SeriesChart finding={finding} evidence={evidence} marks={marks} /> : null}
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
          height={HEIGHT}
        />
      ) : null}
    </>
  );
}

/** Derived values where no single measure shows it: gas by day, width of the hysteresis loop. */
function SeriesChart({
  finding,
  evidence,
  marks,
}: {
  finding: Finding;
  evidence: Evidence;
  marks: ChartMark[];
}) {
  const t = useText('diagnostics');
  const curves = useText('visualization');
  const formats = useFormats();
  const theme = useComputedColorScheme('light');
  const series = evidence.series;
  const panels = useMemo((): ChartPanel[] => {
    if (series === null) return [];
    const quantity = QUANTITIES[series.unit ?? ''];
    const shown = (value: number) =>
      quantity ? toDisplay(quantity, formats.unitSystem, value) : series.unit === null ? 100 * value : value;
    const label = t(`series.${series.code}`);
    const limits = evidence.levels.filter(({ metric }) => metric === null);
    return [
      {
        key: series.code,
        title: label,
        series: [
          {
            key: series.code,
            label,
            unit: quantity ? unitOf(quantity, formats.unitSystem) : (series.unit ?? '%'),
            decimals: quantity ? decimalsOf(quantity, formats.unitSystem) : 1,
            color: metricColor(finding.evidence?.metrics[0] ?? 'stroke'),
            scale: series.code,
            time: series.points.map(([at]) => Date.parse(at)),
            value: series.points.map(([, value]) => shown(value)),
          },
        ],
        thresholds: limits.map(({ value, code }) => ({
          scale: series.code,
          value: shown(value),
          label: t(`level.${code}`),
          color: LINE,
        })),
      },
    ];
  }, [series, evidence.levels, formats.unitSystem, t, finding.evidence]);
  if (series === null || series.points.length === 0) return <SmallText>{t('noCurve')}</SmallText>;
  return (
    <TimeChart
      panels={panels}
      range={{ from: Date.parse(evidence.from), to: Date.parse(evidence.to) }}
      marks={marks}
      language={formats.locale}
      timeZone={formats.timeZone}
      theme={theme}
      height={HEIGHT}
      texts={{
        label: t(`series.${series.code}`),
        help: curves('chart.help'),
        empty: t('noCurve'),
      }}
    />
  );
}

import { DAY } from '@aerowatch/domain/durations';
import { useComputedColorScheme } from '@mantine/core';
import { NOW, PALE, ScatterChart } from '../../charts/scatter-chart.tsx';
import type { ChartMark } from '../../charts/types.ts';
import { CurveView } from '../../entities/curves/curve-view.tsx';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { Reliability } from '../../screens/forecast/reliability.tsx';
import { Episodes, WrongWeather } from '../../screens/forecast/wrong-weather.tsx';
import type { Part } from './part.ts';
import { curvesOf, FAILURES, RANGE } from './samples.ts';

const wrong = { places: 2, left_out: 1, since: '2026-06-01', off: 4.1 };
const episodes = [
  { latitude: 45.1, longitude: 5.7, since: '2026-06-01', until: '2026-06-04', off: 4.1, left_out: true },
  { latitude: 48.5, longitude: 7.7, since: '2026-06-03', until: '2026-06-04', off: -0.4, left_out: false },
];
const RED = '#e03131';
const EARLIER = 1000;
const two = curvesOf(2);
/** The first AERO again, for an earlier time. */
const compared = {
  ...two,
  series: two.series.map((curve, index) => (index === 0 ? curve : { ...curve, aero: EARLIER })),
};
const shared = { range: RANGE, height: 180, nameOf: (id: number) => `AERO ${id}` };

/** Limits so close together that their labels must move apart, one beyond the axis, and event marks. */
function Marked() {
  const t = useText('alerts');
  const marks: ChartMark[] = [
    { key: 'alert', at: RANGE.from + DAY, to: RANGE.from + 2 * DAY, label: '!', color: RED, symbol: '!' },
    { key: 'note', at: RANGE.from + 4 * DAY, label: 'i', color: '#0b5a73', symbol: 'i' },
    // As on the curve of a finding: with its text beside it and its own line style.
    {
      key: 'since',
      at: RANGE.from + 5 * DAY,
      label: '!',
      color: RED,
      symbol: '!',
      text: t('one.limit'),
      dash: [2, 2],
    },
  ];
  // The last is far beyond the axis, and labelled at its edge.
  const thresholds = [358, 360, 362, 9000].map((value) => ({
    metric: 'stroke' as const,
    value,
    label: `${t('one.limit')} ${value}`,
    color: RED,
    always: value === 9000,
  }));
  return (
    <CurveView
      {...shared}
      curves={curvesOf(1)}
      metrics={['stroke']}
      mode="combined"
      marks={marks}
      thresholds={thresholds}
    />
  );
}

const BLUE = '#1c7ed6';
function Scatter() {
  const t = useText('domain');
  const { language } = useFormats();
  const theme = useComputedColorScheme('light');
  const [now, then] = curvesOf(2).series;
  const stroke = (curve: typeof now) => (curve?.metrics.stroke?.mean ?? []).map(Number);
  const temperature = (curve: typeof now) => (curve?.metrics.temperature?.mean ?? []).map(Number);
  return (
    <ScatterChart
      clouds={[
        {
          x: temperature(then),
          y: stroke(then),
          label: t('metric.pressure.name'),
          color: BLUE,
          opacity: PALE,
        },
        { x: temperature(now), y: stroke(now), label: t('metric.stroke.name'), color: BLUE, opacity: NOW },
      ]}
      xLabel={t('metric.temperature.name')}
      yLabel={t('metric.stroke.name')}
      lines={[{ label: t('metric.stroke.name'), color: RED, dashed: true, at: (x) => 240 + x * 5, band: 12 }]}
      language={language}
      theme={theme}
      height={240}
      label={t('metric.stroke.name')}
    />
  );
}

const bins = Array.from({ length: 10 }, (_, bin) => ({
  n: bin === 4 ? 0 : 90 - bin * 8,
  stated: bin === 4 ? null : bin / 10 + 0.05,
  happened: bin === 4 ? null : Math.min(1, bin / 10 + (bin % 2 === 0 ? 0.02 : 0.09)),
}));

export const CURVE_PARTS: readonly Part[] = [
  { name: 'CurveView: limits close together, an alert, a note', show: () => <Marked /> },
  {
    name: 'CurveView: an earlier time, paler',
    show: () => (
      <CurveView
        {...shared}
        curves={compared}
        metrics={['stroke']}
        mode="combined"
        earlierOf={(id) => (id === EARLIER ? 1 : null)}
        earlierName={(metric) => metric}
      />
    ),
  },
  {
    name: 'CurveView: as a table',
    show: () => (
      <CurveView {...shared} curves={curvesOf(1)} metrics={['stroke']} mode="combined" as="table" />
    ),
  },
  {
    name: 'CurveView: loading, failed',
    show: () => (
      <>
        <CurveView {...shared} curves={undefined} metrics={['stroke']} mode="combined" />
        <CurveView
          {...shared}
          curves={undefined}
          failure={FAILURES[0]}
          onRetry={() => undefined}
          metrics={['stroke']}
          mode="combined"
        />
      </>
    ),
  },
  { name: 'ScatterChart: with an earlier time', show: () => <Scatter /> },
  { name: 'Reliability', show: () => <Reliability bins={bins} /> },
  { name: 'WrongWeather', show: () => <WrongWeather wrong={wrong} /> },
  { name: 'Episodes', show: () => <Episodes rows={episodes} /> },
];

import './charts.css';
import { useEffect, useRef } from 'react';
import { useWidth } from './panels/use-width.ts';
import uPlot from './uplot.ts';

export interface ScatterLine {
  label: string;
  color: string;
  dashed?: boolean;
  /** y of a given x. */
  at: (x: number) => number;
  /** Half the width of the band around it. */
  band?: number;
}

/** Points of one colour; paler for an earlier period. */
export interface Cloud {
  x: readonly number[];
  y: readonly number[];
  label: string;
  color: string;
  opacity: number;
}

interface Props {
  /** In drawing order: the last one is on top. */
  clouds: readonly Cloud[];
  xLabel: string;
  yLabel: string;
  lines: readonly ScatterLine[];
  language: string;
  theme: 'light' | 'dark';
  height?: number;
  label: string;
}

/** Opacity of the present period, and of an earlier one. */
export const NOW = 0.5;
export const PALE = 0.35;

const twoDigits = (opacity: number) =>
  Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');
const points = ({ label, color, opacity }: Cloud): uPlot.Series => ({
  label,
  stroke: color,
  paths: () => null,
  points: { show: true, size: 3.5, fill: `${color}${twoDigits(opacity)}`, width: 0 },
});

/** All points and lines over one ascending row of x, as uPlot requires. */
export function scatterTable({ clouds, lines }: Pick<Props, 'clouds' | 'lines'>): {
  data: uPlot.AlignedData;
  series: uPlot.Series[];
  bands: uPlot.Band[];
} {
  const rows = clouds.flatMap(({ x, y }, cloud) => x.map((at, index) => ({ at, cloud, y: y[index]! })));
  rows.sort((one, other) => one.at - other.at);
  const xs = rows.map(({ at }) => at);
  const columns: (number | null)[][] = [];
  const series: uPlot.Series[] = [{}];
  const bands: uPlot.Band[] = [];
  const add = (column: (number | null)[], options: uPlot.Series) => {
    columns.push(column);
    series.push(options);
  };
  for (const [place, cloud] of clouds.entries())
    add(
      rows.map((row) => (row.cloud === place ? row.y : null)),
      points(cloud),
    );
  for (const line of lines) {
    add(xs.map(line.at), {
      label: line.label,
      stroke: line.color,
      width: 1.8,
      dash: line.dashed ? [7, 5] : undefined,
      points: { show: false },
    });
    if (line.band === undefined) continue;
    const half = line.band;
    for (const side of [half, -half])
      add(
        xs.map((value) => line.at(value) + side),
        { points: { show: false }, width: 0 },
      );
    bands.push({ series: [series.length - 2, series.length - 1], fill: `${line.color}26` });
  }
  return { data: [xs, ...columns] as uPlot.AlignedData, series, bands };
}

type Look = Pick<Props, 'xLabel' | 'yLabel' | 'language' | 'theme'>;
/** Axes and scales: x is not a time. */
function lookOf({
  xLabel,
  yLabel,
  language,
  theme,
}: Look): Pick<uPlot.Options, 'legend' | 'cursor' | 'scales' | 'axes'> {
  const ink = theme === 'dark' ? '#b9c2c9' : '#495057';
  const grid = theme === 'dark' ? '#313b44' : '#e3e7ea';
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const axis = {
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1 },
    font: '12px "Inter Variable", sans-serif',
    labelFont: '600 12px "Inter Variable", sans-serif',
    values: (_chart: uPlot, splits: number[]) => splits.map((value) => number.format(value)),
  };
  return {
    legend: { show: false },
    cursor: { drag: { x: true, y: true, uni: 20 } },
    scales: { x: { time: false } },
    axes: [
      { ...axis, label: xLabel },
      { ...axis, label: yLabel, size: 58 },
    ],
  };
}

/** One quantity against another, with lines of theory and fit. Points are sorted by x here. */
export function ScatterChart(props: Props) {
  const { clouds, xLabel, yLabel, lines, language, theme, height = 320, label } = props;
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  useEffect(() => {
    if (!host.current || width === 0) return;
    const { data, ...drawn } = scatterTable({ clouds, lines });
    const look = lookOf({ xLabel, yLabel, language, theme });
    const chart = new uPlot({ width, height, ...look, ...drawn }, data, host.current);
    return () => chart.destroy();
  }, [clouds, lines, width, language, theme, height, xLabel, yLabel]);
  return (
    <div className="chart">
      <div className="chart-legend">
        {/* The present comes first, because it is read first. */}
        {clouds.toReversed().map((cloud) => (
          <span key={cloud.label} className="chart-legend-item">
            <span style={dotOf(cloud)} />
            {cloud.label}
          </span>
        ))}
        {lines.map((line) => (
          <span key={line.label} className="chart-legend-item">
            <span
              className={line.dashed ? 'chart-key chart-key-dashed' : 'chart-key'}
              style={{ '--key': line.color } as React.CSSProperties}
            />
            {line.label}
          </span>
        ))}
      </div>
      <div ref={host} className="chart-frame" role="img" aria-label={label} style={{ minHeight: height }} />
    </div>
  );
}

const dotOf = ({ color, opacity }: Cloud) => ({
  ...{ width: 8, height: 8, borderRadius: 4, background: color },
  ...(opacity === PALE ? { opacity } : {}),
});

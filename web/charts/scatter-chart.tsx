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

interface Props {
  x: readonly number[];
  y: readonly number[];
  xLabel: string;
  yLabel: string;
  lines: readonly ScatterLine[];
  color: string;
  pointLabel: string;
  /** The same quantities at an earlier time: the same colour, paler. */
  earlier?: { x: readonly number[]; y: readonly number[]; label: string };
  language: string;
  theme: 'light' | 'dark';
  height?: number;
  label: string;
}

/** Opacity of what belongs to an earlier time. */
const PALE = 0.35;

const twoDigits = (opacity: number) =>
  Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');
const points = (label: string, color: string, opacity: number): uPlot.Series => ({
  label,
  stroke: color,
  paths: () => null,
  points: { show: true, size: 3.5, fill: `${color}${twoDigits(opacity)}`, width: 0 },
});

/** All points and lines over one ascending row of x, as uPlot wants them. */
export function scatterTable(props: Pick<Props, 'x' | 'y' | 'earlier' | 'lines' | 'color' | 'pointLabel'>): {
  data: uPlot.AlignedData;
  series: uPlot.Series[];
  bands: uPlot.Band[];
} {
  const { x, y, earlier, lines, color, pointLabel } = props;
  const rows: [x: number, now: number | null, before: number | null][] = x.map((at, index) => [
    at,
    y[index]!,
    null,
  ]);
  for (const [index, at] of (earlier?.x ?? []).entries()) rows.push([at, null, earlier!.y[index]!]);
  rows.sort((one, other) => one[0] - other[0]);
  const xs = rows.map(([at]) => at);
  const columns: (number | null)[][] = [];
  const series: uPlot.Series[] = [{}];
  const bands: uPlot.Band[] = [];
  const add = (column: (number | null)[], options: uPlot.Series) => {
    columns.push(column);
    series.push(options);
  };
  // First, so that the present is drawn over it.
  if (earlier)
    add(
      rows.map(([, , before]) => before),
      points(earlier.label, color, PALE),
    );
  add(
    rows.map(([, now]) => now),
    points(pointLabel, color, 0.5),
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

/** One quantity against another, with lines of theory and fit. Points are sorted by x here. */
export function ScatterChart({
  x,
  y,
  xLabel,
  yLabel,
  lines,
  color,
  pointLabel,
  earlier,
  language,
  theme,
  height = 320,
  label,
}: Props) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  useEffect(() => {
    if (!host.current || width === 0) return;
    const { data, series, bands } = scatterTable({ x, y, earlier, lines, color, pointLabel });
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
    const chart = new uPlot(
      {
        width,
        height,
        legend: { show: false },
        cursor: { drag: { x: true, y: true, uni: 20 } },
        scales: { x: { time: false } },
        axes: [
          { ...axis, label: xLabel },
          { ...axis, label: yLabel, size: 58 },
        ],
        series,
        bands,
      },
      data,
      host.current,
    );
    return () => chart.destroy();
  }, [x, y, earlier, lines, width, language, theme, height, xLabel, yLabel, color, pointLabel]);
  return (
    <div className="chart">
      <div className="chart-legend">
        <span className="chart-legend-item">
          <span style={{ width: 8, height: 8, borderRadius: 4, background: color }} />
          {pointLabel}
        </span>
        {earlier ? (
          <span className="chart-legend-item">
            <span style={{ width: 8, height: 8, borderRadius: 4, background: color, opacity: PALE }} />
            {earlier.label}
          </span>
        ) : null}
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

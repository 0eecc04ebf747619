import './charts.css';
import { useEffect, useRef } from 'react';
import uPlot from './uplot.ts';
import { useWidth } from './use-width.ts';

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
  language: string;
  theme: 'light' | 'dark';
  height?: number;
  label: string;
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
  language,
  theme,
  height = 320,
  label,
}: Props) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  useEffect(() => {
    if (!host.current || width === 0) return;
    const order = x.map((_, index) => index).sort((a, b) => x[a]! - x[b]!);
    const xs = order.map((index) => x[index]!);
    const columns: number[][] = [order.map((index) => y[index]!)];
    const series: uPlot.Series[] = [
      {},
      {
        label: pointLabel,
        stroke: color,
        paths: () => null,
        points: { show: true, size: 3.5, fill: `${color}80`, width: 0 },
      },
    ];
    const bands: uPlot.Band[] = [];
    for (const line of lines) {
      columns.push(xs.map(line.at));
      series.push({
        label: line.label,
        stroke: line.color,
        width: 1.8,
        dash: line.dashed ? [7, 5] : undefined,
        points: { show: false },
      });
      if (line.band === undefined) continue;
      const half = line.band;
      columns.push(
        xs.map((value) => line.at(value) + half),
        xs.map((value) => line.at(value) - half),
      );
      series.push({ points: { show: false }, width: 0 }, { points: { show: false }, width: 0 });
      bands.push({ series: [series.length - 2, series.length - 1], fill: `${line.color}26` });
    }
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
      [xs, ...columns] as uPlot.AlignedData,
      host.current,
    );
    return () => chart.destroy();
  }, [x, y, lines, width, language, theme, height, xLabel, yLabel, color, pointLabel]);
  return (
    <div className="chart">
      <div className="chart-legend">
        <span className="chart-legend-item">
          <span style={{ width: 8, height: 8, borderRadius: 4, background: color }} />
          {pointLabel}
        </span>
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

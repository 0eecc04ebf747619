import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { spreadText } from './curves/spread.ts';
import { momentLabel } from './labels/time-labels.ts';
import type { ChartPanel, ChartSeries } from './types.ts';

interface Props {
  panels: readonly ChartPanel[];
  language: string;
  timeZone: string;
  caption: string;
  timeLabel: string;
  height?: number;
}

const ROW = 32;

/** A time, and for each curve the index of its value at that time: most rows are never drawn. */
type Row = [at: number, indices: (number | undefined)[]];

/** The rows of all curves, latest first. */
function rowsOf(series: readonly ChartSeries[]): Row[] {
  const byTime = new Map<number, (number | undefined)[]>();
  series.forEach((curve, column) => {
    curve.time.forEach((at, index) => {
      const row = byTime.get(at) ?? series.map(() => undefined);
      row[column] = index;
      byTime.set(at, row);
    });
  });
  return [...byTime].sort(([a], [b]) => b - a);
}

/** The content of a chart as a table: for people who cannot see it, and for exact values. */
export function ChartTable({ panels, language, timeZone, caption, timeLabel, height = 420 }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const series = useMemo(() => panels.flatMap((panel) => panel.series), [panels]);
  const rows = useMemo(() => rowsOf(series), [series]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const shown = virtual.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  const formats = series.map(
    (curve) =>
      new Intl.NumberFormat(language, {
        minimumFractionDigits: curve.decimals,
        maximumFractionDigits: curve.decimals,
      }),
  );
  return (
    <section
      ref={scroller}
      className="chart-table"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      style={{ maxHeight: height }}
    >
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">{timeLabel}</th>
            {series.map((curve) => (
              <th key={curve.key} scope="col">{`${curve.label} (${curve.unit})`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 ? <tr style={{ height: before }} /> : null}
          {shown.map((item) => {
            const [at, indices] = rows[item.index]!;
            return (
              <tr key={at} aria-rowindex={item.index + 2} style={{ height: ROW }}>
                <th scope="row">{momentLabel(at, language, timeZone)}</th>
                {indices.map((index, column) => (
                  <td key={series[column]!.key}>{cellText(series[column]!, index, formats[column]!)}</td>
                ))}
              </tr>
            );
          })}
          {after > 0 ? <tr style={{ height: after }} /> : null}
        </tbody>
      </table>
    </section>
  );
}

function cellText(curve: ChartSeries, index: number | undefined, number: Intl.NumberFormat): string {
  const value = index === undefined ? null : curve.value[index];
  if (index === undefined || value == null) return '–';
  return `${number.format(value)}${spreadText(number, { min: curve.min?.[index], max: curve.max?.[index] })}`;
}

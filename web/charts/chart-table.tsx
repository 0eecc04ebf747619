import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { momentLabel } from './time-labels.ts';
import type { ChartPanel } from './types.ts';

interface Props {
  panels: readonly ChartPanel[];
  language: string;
  timeZone: string;
  caption: string;
  timeLabel: string;
  height?: number;
}

const ROW = 32;

/** What a chart shows as a table: for people who cannot see it, and for reading exact values. */
export function ChartTable({ panels, language, timeZone, caption, timeLabel, height = 420 }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const series = panels.flatMap((panel) => panel.series);
  const rows = useMemo(() => {
    const byTime = new Map<number, (number | null)[]>();
    series.forEach((curve, column) => {
      curve.time.forEach((at, index) => {
        const row = byTime.get(at) ?? series.map(() => null);
        row[column] = curve.value[index] ?? null;
        byTime.set(at, row);
      });
    });
    return [...byTime].sort(([a], [b]) => b - a);
  }, [panels]);
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
            const [at, values] = rows[item.index]!;
            return (
              <tr key={at} aria-rowindex={item.index + 2} style={{ height: ROW }}>
                <th scope="row">{momentLabel(at, language, timeZone)}</th>
                {values.map((value, column) => (
                  <td key={series[column]!.key}>{value === null ? '–' : formats[column]!.format(value)}</td>
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

import type { Drawn } from '../panels/use-panels.ts';
import { nearest, valueAt } from '../prepare.ts';
import type { ChartMark, Reading } from '../types.ts';
import type uPlot from '../uplot.ts';

const MARK_REACH = 9;
type Values = { value: number | null; min: number | null; max: number | null };

/** The readings of all panels at the cursor of one of them; null when it is outside the panel. */
export function readAt(charts: readonly Drawn[], source: uPlot): Reading | null {
  const { left } = source.cursor;
  if (left == null || left < 0) return null;
  const at = source.posToVal(left, 'x');
  const values = new Map<string, Values>();
  let moment = at;
  for (const { chart, prepared } of charts) {
    const index = nearest(chart.data[0], at);
    if (index < 0) continue;
    if (chart === source) moment = chart.data[0][index]!;
    prepared.columns.forEach((column, position) => {
      const entry = values.get(column.series.key) ?? { value: null, min: null, max: null };
      entry[column.part] = valueAt(chart.data[position + 1]!, index);
      values.set(column.series.key, entry);
    });
  }
  return { at: moment * 1000, values };
}

/** The mark under the cursor. */
export function markAt(marks: readonly ChartMark[], source: uPlot): ChartMark | null {
  const left = source.cursor.left ?? Number.NEGATIVE_INFINITY;
  return marks.find((mark) => Math.abs(source.valToPos(mark.at / 1000, 'x') - left) < MARK_REACH) ?? null;
}

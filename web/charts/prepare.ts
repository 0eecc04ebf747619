import type { ChartPanel, ChartSeries } from './types.ts';
import uPlot from './uplot.ts';

/** Indices of a curve's columns in the table of its panel. */
export interface Column {
  series: ChartSeries;
  part: 'value' | 'min' | 'max';
}
export interface Prepared {
  /** First row: times in seconds, as uPlot wants them. */
  data: uPlot.AlignedData;
  /** Columns after the time row, in order. */
  columns: Column[];
}

/** Times in seconds of curves without a gap, by their times in ms: curves of one AERO share them. */
type Shared = Map<readonly number[], number[]>;

/**
 * Times in seconds and values, with an empty point inside each gap longer than `gapAfter` ms, so that no line
 * is drawn across it.
 */
function withGaps(series: ChartSeries, shared: Shared): { time: number[]; parts: (number | null)[][] } {
  const sources = [series.value, ...(series.min && series.max ? [series.min, series.max] : [])];
  const gapAfter = series.gapAfter ?? Number.POSITIVE_INFINITY;
  // Most curves have no gap: their columns need no copy, which would cost time with a million points.
  if (!isSilent(series.time, gapAfter)) {
    const time = shared.get(series.time) ?? series.time.map((at) => at / 1000);
    shared.set(series.time, time);
    return { time, parts: sources as (number | null)[][] };
  }
  const time: number[] = [];
  const parts: (number | null)[][] = sources.map(() => []);
  for (let index = 0; index < series.time.length; index++) {
    const at = series.time[index]!;
    if (index > 0 && at - series.time[index - 1]! > gapAfter) {
      time.push((series.time[index - 1]! + 1) / 1000);
      for (const part of parts) part.push(null);
    }
    time.push(at / 1000);
    sources.forEach((source, which) => {
      parts[which]!.push(source[index] ?? null);
    });
  }
  return { time, parts };
}

function isSilent(time: readonly number[], gapAfter: number): boolean {
  if (gapAfter === Number.POSITIVE_INFINITY) return false;
  for (let index = 1; index < time.length; index++)
    if (time[index]! - time[index - 1]! > gapAfter) return true;
  return false;
}

/**
 * Puts all curves of a panel on one time row. Points missing in another curve are skipped, its gaps are kept.
 */
export function prepare(panel: ChartPanel): Prepared {
  const columns: Column[] = [];
  const tables: uPlot.AlignedData[] = [];
  const shared: Shared = new Map();
  for (const series of panel.series) {
    const { time, parts } = withGaps(series, shared);
    tables.push([time, ...parts] as uPlot.AlignedData);
    columns.push({ series, part: 'value' });
    if (parts.length === 3) columns.push({ series, part: 'min' }, { series, part: 'max' });
  }
  if (tables.length === 0) return { data: [[]], columns };
  if (tables.every(([time]) => time === tables[0]![0]))
    return {
      data: [tables[0]![0], ...tables.flatMap((table) => table.slice(1))] as uPlot.AlignedData,
      columns,
    };
  return {
    data: uPlot.join(
      tables,
      tables.map((table) => table.map(() => 2)),
    ) as uPlot.AlignedData,
    columns,
  };
}

/** Index of the point nearest to a time (seconds) in an ascending row; -1 when empty. */
export function nearest(times: ArrayLike<number>, at: number): number {
  if (times.length === 0) return -1;
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! < at) low = middle;
    else high = middle;
  }
  return Math.abs(times[low]! - at) <= Math.abs(times[high]! - at) ? low : high;
}

/**
 * The newest known value at or before a point, at most `reach` rows back (with rows of other curves in
 * between).
 */
export function valueAt(row: ArrayLike<number | null | undefined>, index: number, reach = 8): number | null {
  for (let at = index; at >= 0 && at > index - reach; at--) {
    const value = row[at];
    if (value !== undefined && value !== null) return value;
  }
  return null;
}

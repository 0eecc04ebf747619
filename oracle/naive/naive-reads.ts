import { DAY } from '@aerowatch/domain/durations';
import { METRIC_KEYS, METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { toDisplay } from '@aerowatch/domain/units';
import type { Reads } from '../cases/case.ts';
import type { NaiveRow } from './naive-row.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The requested span; an open end becomes wide enough for all measures. */
export const spanOf = (reads: Reads, anchor: number): Span => ({
  from: reads.from === null ? 0 : anchor + reads.from,
  to: reads.to === null ? Number.MAX_SAFE_INTEGER : anchor + reads.to,
});
export const within = (rows: readonly NaiveRow[], { from, to }: Span): NaiveRow[] =>
  rows.filter((row) => row.time >= from && row.time < to);
export const valueIn = (row: NaiveRow, metric: MetricKey): number | null =>
  row.values[METRIC_KEYS.indexOf(metric)] ?? null;
export const dayOf = (time: number): string =>
  new Date(Math.floor(time / DAY) * DAY).toISOString().slice(0, 10);

/** One point of a curve: a row, or the rows within a bucket. */
export interface Cell {
  readonly time: number;
  readonly count: number;
  readonly bands: Readonly<Record<string, { min: number | null; mean: number | null; max: number | null }>>;
}

/** The curve of rows at a step in seconds, or row by row. */
export function cellsOf(
  rows: readonly NaiveRow[],
  metrics: readonly MetricKey[],
  step: number | 'raw',
): Cell[] {
  const width = step === 'raw' ? 1 : step * 1000;
  const groups = Map.groupBy(rows, (row) => Math.floor(row.time / width) * width);
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([time, group]) => ({
      time,
      count: group.length,
      bands: Object.fromEntries(metrics.map((metric) => [metric, bandOf(group, metric, step)])),
    }));
}

function bandOf(group: readonly NaiveRow[], metric: MetricKey, step: number | 'raw') {
  const values = group.flatMap((row) => valueIn(row, metric) ?? []);
  if (values.length === 0) return { min: null, mean: null, max: null };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    min: Math.min(...values),
    max: Math.max(...values),
    mean: step === 'raw' ? values[0]! : mean,
  };
}

/** A value as it appears in a file. */
export const shown = (metric: MetricKey, value: number | null, system: Reads['system']): number | null =>
  value === null ? null : toDisplay(METRICS[metric].quantity, system, value);

/** The local time of a zone, as `YYYY-MM-DDTHH:mm:ss.sss`. */
export function wallClock(time: number, zone: string): string {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const ms = String(((time % 1000) + 1000) % 1000).padStart(3, '0');
  return `${get('year')}-${get('month')}-${get('day')}T${get('hour')}:${get('minute')}:${get('second')}.${ms}`;
}
const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const numbers = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  } as const;
  const made = new Intl.DateTimeFormat('en-GB', { ...numbers, timeZone: zone, hourCycle: 'h23' });
  clocks.set(zone, made);
  return made;
}

/**
 * Measures in columns: a diagnosis reads a hundred thousand values of an AERO, and an object per measure
 * would cost more than all its computing.
 */
import { type Measure, type MetricKey, perMetric } from '../../../metrics.ts';

type Column = 'time' | MetricKey;

/** Columns of equal length: ascending times in ms, and values in stored units; NaN where nothing was measured. */
export type Samples = Readonly<Record<Column, Float64Array>>;

/** Builds samples column by column. */
export const samplesWith = (column: (name: Column) => Float64Array): Samples => ({
  time: column('time'),
  ...perMetric(column),
});

/** Measures in ascending order as columns. */
export const samplesOf = (points: readonly Measure[]): Samples =>
  samplesWith((name) => Float64Array.from(points, (point) => point[name] ?? Number.NaN));

/** Samples `from` to `to` (excluded) by index; a view, not a copy. */
export const stretchOf = (samples: Samples, from: number, to: number): Samples =>
  samplesWith((name) => samples[name].subarray(from, to));

/** Concatenates samples. */
export function concatenate(all: readonly Samples[]): Samples {
  const many = all.reduce((sum, { time }) => sum + time.length, 0);
  return samplesWith((name) => {
    const column = new Float64Array(many);
    let at = 0;
    for (const samples of all) {
      column.set(samples[name], at);
      at += samples[name].length;
    }
    return column;
  });
}

/** Indices of the samples for which `holds` is true, ascending. */
export function placesWhere({ time }: Samples, holds: (i: number) => boolean): number[] {
  const places: number[] = [];
  for (let i = 0; i < time.length; i++) if (holds(i)) places.push(i);
  return places;
}

/** The samples at some indices. */
export const pickSamples = (samples: Samples, places: readonly number[]): Samples =>
  samplesWith((name) => Float64Array.from(places, (i) => samples[name][i]!));

/** The samples from one moment to another (ms, both included); the same object if that is all of them. */
export function samplesBetween(samples: Samples, since: number, until: number): Samples {
  const { time } = samples;
  let [from, to] = [0, time.length];
  while (from < to && time[from]! < since) from++;
  while (to > from && time[to - 1]! > until) to--;
  return from === 0 && to === time.length ? samples : stretchOf(samples, from, to);
}

/** The samples without the values of some metrics before a moment (ms) of each: a new sensor measures since. */
export function withoutBefore(samples: Samples, since: Partial<Record<MetricKey, number>>): Samples {
  const cut = Object.entries(since) as [MetricKey, number][];
  if (cut.length === 0) return samples;
  const columns = cut.map(([metric, from]) => [
    metric,
    samples[metric].map((value, i) => (samples.time[i]! < from ? Number.NaN : value)),
  ]);
  return { ...samples, ...Object.fromEntries(columns) };
}

/** The measured values of a column; the same array if all were measured. */
export function measuredValues(column: Float64Array): Float64Array {
  let many = 0;
  for (let i = 0; i < column.length; i++) if (!Number.isNaN(column[i]!)) many++;
  if (many === column.length) return column;
  const known = new Float64Array(many);
  let n = 0;
  for (let i = 0; i < column.length; i++) if (!Number.isNaN(column[i]!)) known[n++] = column[i]!;
  return known;
}

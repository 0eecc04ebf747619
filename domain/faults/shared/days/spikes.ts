import { median } from '../../../physics/statistics.ts';
import { pickSamples, placesWhere, type Samples } from './samples.ts';

/** Least distance (mm) of a lone sample from the median of five that makes a spike, whatever the scatter. */
const STROKE_LIMIT = 20;
/**
 * The same with half an hour or more between measures: a cloud may pass between two of them, and the ram
 * follows.
 */
const SELDOM_LIMIT = 45;
const SELDOM = 1_800_000;
/** The same for the pressure, bar. */
const PRESSURE_LIMIT = 3;
/** ms between measures beyond which the course between them is unknown. */
const UNKNOWN = 7_200_000;
/** Robust standard deviations by which a measure is off the line through its neighbours, and fewest measures of a day. */
const OFF_LINE = 6;
const FEWEST = 8;

/** Hampel filter: |x − median of 5| > max(5 robust standard deviations, limit). */
function isSpike(values: Float64Array, i: number, limit: number): boolean {
  const x = values[i]!;
  // A spike is far from both neighbours; this test rejects most samples cheaply.
  if (i === 0 || Math.abs(x - values[i - 1]!) <= limit) return false;
  if (i === values.length - 1 || Math.abs(x - values[i + 1]!) <= limit) return false;
  const around = values.slice(Math.max(0, i - 2), i + 3);
  if (around.length < 5) return false;
  const middle = median(around);
  const off = Math.abs(x - middle);
  if (off <= limit) return false;
  return off > 5 * 1.4826 * median(around.map((value) => Math.abs(value - middle)));
}

/** Distance of a sample from the line through its two neighbours in time. */
function offLine(values: Float64Array, time: Float64Array, i: number): number {
  const part = (time[i]! - time[i - 1]!) / (time[i + 1]! - time[i - 1]!);
  return Math.abs(values[i]! - values[i - 1]! - part * (values[i + 1]! - values[i - 1]!));
}

/**
 * For boxes that log seldom: a ram that moves by 30 mm an hour has no steady five samples, but its samples
 * follow a line through the neighbours. Robust standard deviation of a day about such lines, mm or bar;
 * infinite where it is unknown.
 */
function lineScatter(values: Float64Array, time: Float64Array, apart: number): number {
  if (apart < SELDOM || apart > UNKNOWN || values.length < FEWEST) return Number.POSITIVE_INFINITY;
  const offs: number[] = [];
  for (let i = 1; i < values.length - 1; i++) offs.push(offLine(values, time, i));
  return 1.4826 * median(offs);
}

/** Indices of the lone outliers of a column. */
function spikesOf(values: Float64Array, time: Float64Array, limit: number, apart: number): number[] {
  const scatter = lineScatter(values, time, apart);
  const least = Math.max(limit, OFF_LINE * scatter);
  const found: number[] = [];
  for (let i = 0; i < values.length; i++) {
    const isOff = i > 0 && i < values.length - 1 && offLine(values, time, i) > least;
    if (isSpike(values, i, limit) || (isOff && isApart(values, i, limit))) found.push(i);
  }
  return found;
}

/** Whether a sample is above both its neighbours, or below both. */
function isApart(values: Float64Array, i: number, limit: number): boolean {
  const [before, after] = [values[i]! - values[i - 1]!, values[i]! - values[i + 1]!];
  return Math.abs(before) > limit && Math.abs(after) > limit && before * after > 0;
}

/** The samples whose index passes; the same object if all do. */
function only(samples: Samples, holds: (i: number) => boolean): Samples {
  const places = placesWhere(samples, holds);
  return places.length === samples.time.length ? samples : pickSamples(samples, places);
}

/**
 * A sample that deviates from its neighbours: its time (ms), and the deviation of stroke (mm) and pressure
 * (bar); 0: none.
 */
export interface Outlier {
  readonly time: number;
  readonly stroke: number;
  readonly pressure: number;
}

/** Samples without their lone outliers. */
export interface DespikedSamples {
  readonly clean: Samples;
  /** Ascending. */
  readonly outliers: Outlier[];
}

/** Distance of a sample from the previous one. */
const jumpAt = (values: Float64Array, i: number) => (i > 0 ? Math.abs(values[i]! - values[i - 1]!) : 0);

/** Samples that have stroke and temperature, without lone outliers of stroke or pressure. */
export function withoutSpikes(samples: Samples): DespikedSamples {
  const full = only(
    samples,
    (i) => !(Number.isNaN(samples.stroke[i]!) || Number.isNaN(samples.temperature[i]!)),
  );
  const pressed = only(full, (i) => !Number.isNaN(full.pressure[i]!));
  const { time } = full;
  const apart = time.length < 2 ? 0 : (time.at(-1)! - time[0]!) / (time.length - 1);
  const limit = apart < SELDOM ? STROKE_LIMIT : SELDOM_LIMIT;
  const wild = new Map<number, Outlier>();
  for (const i of spikesOf(full.stroke, time, limit, apart))
    wild.set(time[i]!, { time: time[i]!, stroke: jumpAt(full.stroke, i), pressure: 0 });
  for (const i of spikesOf(pressed.pressure, pressed.time, PRESSURE_LIMIT, apart)) {
    const at = pressed.time[i]!;
    wild.set(at, {
      time: at,
      stroke: wild.get(at)?.stroke ?? 0,
      pressure: jumpAt(pressed.pressure, i),
    });
  }
  if (wild.size === 0) return { clean: full, outliers: [] };
  const clean = only(full, (i) => !wild.has(time[i]!));
  return { clean, outliers: [...wild.values()].sort((a, b) => a.time - b.time) };
}

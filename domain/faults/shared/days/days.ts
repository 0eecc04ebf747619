/** One day of measures, reduced once to what long diagnoses need. */

import { DAY, HOUR } from '../../../durations.ts';
import type { Measure } from '../../../metrics.ts';
import { quantile } from '../../../physics/statistics.ts';
import { type BatterySums, batterySums } from '../battery/battery-sums.ts';
import { type CellSums, cellSums } from '../battery/cell-sums.ts';
import { noonOf } from '../light/light.ts';
import type { FullPoint } from './points.ts';
import { measuredValues, type Samples, samplesOf, stretchOf } from './samples.ts';
import { type Outlier, withoutSpikes } from './spikes.ts';

/** A UTC day of one AERO. */
export interface Day {
  /** Start of the day, ms. */
  readonly start: number;
  /** All measures. */
  readonly samples: Samples;
  /** Those with stroke and temperature, without lone outliers. */
  readonly clean: Samples;
  readonly outliers: readonly Outlier[];
  /** Hourly medians of the clean samples. */
  readonly hours: readonly FullPoint[];
  /** 2 % quantile of the battery voltage, V; null with fewer than three values. */
  readonly lowest: number | null;
  /** Charge of the day, mAh, scaled to 24 h from the hours known; null if fewer than 18 are. */
  readonly charge: number | null;
  readonly battery: BatterySums | null;
  readonly cell: CellSums | null;
  /** Middle of its daylight, ms; null if unknown. */
  readonly noon: number | null;
}

/** Reduces the measures of one UTC day; `start` in ms. */
export function dayOf(start: number, samples: Samples): Day {
  const { clean, outliers } = withoutSpikes(samples);
  const hours = hoursOf(clean);
  return {
    start,
    samples,
    clean,
    outliers,
    hours,
    lowest: lowestOf(samples),
    charge: chargeOf(samples),
    battery: batterySums(samples),
    cell: cellSums(samples),
    noon: noonOf(samples),
  };
}

/** Splits measures in ascending order into UTC days. */
export const daysOf = (points: readonly Measure[]): Day[] => daysOfSamples(samplesOf(points));

/** The same for measures in columns. */
export function daysOfSamples(samples: Samples): Day[] {
  const { time } = samples;
  const days: Day[] = [];
  for (let from = 0, to = 0; from < time.length; from = to) {
    const day = Math.floor(time[from]! / DAY);
    while (to < time.length && Math.floor(time[to]! / DAY) === day) to++;
    days.push(dayOf(day * DAY, stretchOf(samples, from, to)));
  }
  return days;
}

/** Hours between measures beyond which the current between them is unknown. */
const KNOWN = 2.1;
function chargeOf({ time, charge_current: current }: Samples): number | null {
  let [sum, hours] = [0, 0];
  for (let i = 1; i < time.length; i++) {
    const span = (time[i]! - time[i - 1]!) / HOUR;
    const middle = (current[i - 1]! + current[i]!) / 2;
    if (span > KNOWN || Number.isNaN(middle)) continue;
    sum += middle * span;
    hours += span;
  }
  return hours < 18 ? null : (sum / hours) * 24;
}

function lowestOf({ battery_voltage }: Samples): number | null {
  const volts = measuredValues(battery_voltage);
  return volts.length < 3 ? null : quantile(volts, 0.02);
}

/** Reused buffer for the samples of an hour; grows for boxes that log more often. */
let scratch = new Float64Array(64);
/** Median of the samples `from` to `to` of a column; NaN where none was measured. */
function middleOf(column: Float64Array, from: number, to: number): number {
  if (scratch.length < to - from) scratch = new Float64Array(2 * (to - from));
  let n = 0;
  for (let i = from; i < to; i++) {
    const value = column[i]!;
    if (Number.isNaN(value)) continue;
    // Insertion sort: an hour has few samples.
    let at = n++;
    while (at > 0 && scratch[at - 1]! > value) {
      scratch[at] = scratch[at - 1]!;
      at--;
    }
    scratch[at] = value;
  }
  if (n === 0) return Number.NaN;
  const middle = n >> 1;
  return n % 2 === 1 ? scratch[middle]! : (scratch[middle - 1]! + scratch[middle]!) / 2;
}

function hoursOf({ time, stroke, temperature, pressure, solar_voltage }: Samples): FullPoint[] {
  const hours: FullPoint[] = [];
  for (let from = 0; from < time.length; ) {
    const hour = Math.floor(time[from]! / HOUR);
    let [to, times, brightest] = [from, 0, Number.NEGATIVE_INFINITY];
    for (; to < time.length && Math.floor(time[to]! / HOUR) === hour; to++) {
      times += time[to]! - time[from]!;
      if (solar_voltage[to]! > brightest) brightest = solar_voltage[to]!;
    }
    const pressed = middleOf(pressure, from, to);
    hours.push({
      time: time[from]! + times / (to - from),
      stroke: middleOf(stroke, from, to),
      temperature: middleOf(temperature, from, to),
      pressure: Number.isNaN(pressed) ? null : pressed,
      solar_voltage: brightest === Number.NEGATIVE_INFINITY ? null : brightest,
    });
    from = to;
  }
  return hours;
}

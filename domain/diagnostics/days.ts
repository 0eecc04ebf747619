/** What a day of measures comes down to: all that diagnoses of many days need of it, computed once. */

import { DAY, HOUR } from '../durations.ts';
import type { Measure } from '../metrics.ts';
import { quantile } from '../physics/statistics.ts';
import { type BatterySums, batterySums } from './battery-sums.ts';
import { noonOf } from './light.ts';
import type { FullPoint } from './points.ts';
import { knownOf, type Samples, samplesOf, stretchOf } from './samples.ts';
import { withoutSpikes } from './spikes.ts';

/** A UTC day of one AERO. */
export interface Day {
  /** Its first moment, ms. */
  readonly start: number;
  /** All measures. */
  readonly samples: Samples;
  /** Those with stroke and temperature, spikes taken out. */
  readonly clean: Samples;
  /** Times of the spikes. */
  readonly spikes: readonly number[];
  /** Medians of each hour's clean points. */
  readonly hours: readonly FullPoint[];
  /** Lowest battery voltage but for the lowest 2 %, V; null with under three. */
  readonly lowest: number | null;
  /** mAh charged in 24 h, by the hours that are known; null where fewer than 18 are. */
  readonly charge: number | null;
  readonly battery: BatterySums | null;
  /** Middle of its light, ms; null where it is not known. */
  readonly noon: number | null;
}

/** Sums up the measures of one UTC day. */
export function dayOf(start: number, samples: Samples): Day {
  const { clean, spikes } = withoutSpikes(samples);
  const hours = hoursOf(clean);
  return {
    start,
    samples,
    clean,
    spikes,
    hours,
    lowest: lowestOf(samples),
    charge: chargeOf(samples),
    battery: batterySums(samples),
    noon: noonOf(samples),
  };
}

/** Measures with ascending times as their UTC days. */
export const daysOf = (points: readonly Measure[]): Day[] => daysOfSamples(samplesOf(points));

/** The same of measures in columns. */
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

/** h between measures over which the current between them is not known. */
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
  const volts = knownOf(battery_voltage);
  return volts.length < 3 ? null : quantile(volts, 0.02);
}

/** Samples of an hour that are put together at once; a box that logs every ten seconds has more and pays for it. */
let scratch = new Float64Array(64);
/** Median of some samples of a column; NaN where none was measured. */
function middleOf(column: Float64Array, from: number, to: number): number {
  if (scratch.length < to - from) scratch = new Float64Array(2 * (to - from));
  let n = 0;
  for (let i = from; i < to; i++) {
    const value = column[i]!;
    if (Number.isNaN(value)) continue;
    // Sorted as they come: an hour has few.
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

/** What a day of measures comes down to: all that diagnoses of many days need of it, computed once. */

import { DAY, HOUR } from '../durations.ts';
import type { Measure } from '../metrics.ts';
import { quantile } from '../physics/statistics.ts';
import { type BatterySums, batterySums } from './battery-sums.ts';
import { noonOf } from './light.ts';
import type { FullPoint } from './points.ts';
import { withoutSpikes } from './spikes.ts';

/** A UTC day of one AERO. */
export interface Day {
  /** Its first moment, ms. */
  readonly start: number;
  /** All measures, ascending times. */
  readonly points: readonly Measure[];
  /** Those with stroke and temperature, spikes taken out. */
  readonly clean: readonly FullPoint[];
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
export function dayOf(start: number, points: readonly Measure[]): Day {
  const { clean, spikes } = withoutSpikes(points);
  const hours = hoursOf(clean);
  return {
    start,
    points,
    clean,
    spikes,
    hours,
    lowest: lowestOf(points),
    charge: chargeOf(points),
    battery: batterySums(points),
    noon: noonOf(points),
  };
}

/** Measures with ascending times as their UTC days. */
export function daysOf(points: readonly Measure[]): Day[] {
  return [...byDay(points)].map(([start, list]) => dayOf(start, list));
}

/** Groups by UTC day: start of day (ms) → its items. */
function byDay<T extends { time: number }>(points: readonly T[]): Map<number, T[]> {
  const days = new Map<number, T[]>();
  for (const point of points) {
    const day = Math.floor(point.time / DAY) * DAY;
    const list = days.get(day);
    if (list) list.push(point);
    else days.set(day, [point]);
  }
  return days;
}

/** h between measures over which the current between them is not known. */
const KNOWN = 2.1;
function chargeOf(points: readonly Measure[]): number | null {
  let [sum, hours] = [0, 0];
  for (let i = 1; i < points.length; i++) {
    const [before, after] = [points[i - 1]!, points[i]!];
    const span = (after.time - before.time) / HOUR;
    if (span > KNOWN || before.charge_current === null || after.charge_current === null) continue;
    sum += ((before.charge_current + after.charge_current) / 2) * span;
    hours += span;
  }
  return hours < 18 ? null : (sum / hours) * 24;
}

function lowestOf(points: readonly Measure[]): number | null {
  const volts = points.flatMap((point) => (point.battery_voltage === null ? [] : [point.battery_voltage]));
  return volts.length < 3 ? null : quantile(volts, 0.02);
}

/** Samples of an hour that are put together at once; a box that logs every ten seconds has more and pays for it. */
let scratch = new Float64Array(64);
/** Median of one field over some points; NaN where none has it. */
function middleOf(
  points: readonly FullPoint[],
  from: number,
  to: number,
  field: 'stroke' | 'temperature' | 'pressure',
): number {
  if (scratch.length < to - from) scratch = new Float64Array(2 * (to - from));
  let n = 0;
  for (let i = from; i < to; i++) {
    const value = points[i]![field];
    if (value === null) continue;
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

function hoursOf(clean: readonly FullPoint[]): FullPoint[] {
  const hours: FullPoint[] = [];
  for (let from = 0; from < clean.length; ) {
    const hour = Math.floor(clean[from]!.time / HOUR);
    let [to, times, brightest] = [from, 0, Number.NEGATIVE_INFINITY];
    for (; to < clean.length && Math.floor(clean[to]!.time / HOUR) === hour; to++) {
      const { time, solar_voltage } = clean[to]!;
      times += time - clean[from]!.time;
      if (solar_voltage !== null && solar_voltage > brightest) brightest = solar_voltage;
    }
    const pressure = middleOf(clean, from, to, 'pressure');
    hours.push({
      time: clean[from]!.time + times / (to - from),
      stroke: middleOf(clean, from, to, 'stroke'),
      temperature: middleOf(clean, from, to, 'temperature'),
      pressure: Number.isNaN(pressure) ? null : pressure,
      solar_voltage: brightest === Number.NEGATIVE_INFINITY ? null : brightest,
    });
    from = to;
  }
  return hours;
}

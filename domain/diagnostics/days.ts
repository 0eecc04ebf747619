/** What a day of measures comes down to: all that diagnoses of many days need of it, computed once. */

import { DAY, HOUR } from '../durations.ts';
import type { Measure } from '../metrics.ts';
import { mean, median, quantile } from '../physics/statistics.ts';
import { type BatterySums, batterySums } from './battery-sums.ts';
import { type DaysLight, lightOf } from './light.ts';
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
  readonly light: DaysLight | null;
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
    light: lightOf(points),
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

function hoursOf(clean: readonly FullPoint[]): FullPoint[] {
  const hours: FullPoint[] = [];
  for (let from = 0; from < clean.length; ) {
    const hour = Math.floor(clean[from]!.time / HOUR);
    let to = from + 1;
    while (to < clean.length && Math.floor(clean[to]!.time / HOUR) === hour) to++;
    const list = clean.slice(from, to);
    const pressures = list.flatMap(({ pressure }) => (pressure === null ? [] : [pressure]));
    const panels = list.flatMap((point) => (point.solar_voltage === null ? [] : [point.solar_voltage]));
    hours.push({
      time: mean(list.map((point) => point.time)),
      stroke: median(list.map((point) => point.stroke)),
      temperature: median(list.map((point) => point.temperature)),
      pressure: pressures.length === 0 ? null : median(pressures),
      solar_voltage: panels.length === 0 ? null : Math.max(...panels),
    });
    from = to;
  }
  return hours;
}

/** What a day of measures comes down to: all that diagnoses of many days need of it, computed once. */
import type { Measure } from '../metrics.ts';
import type { StrokePoint } from '../physics/expected-stroke.ts';
import { mean, median, quantile } from '../physics/statistics.ts';
import { type BatterySums, batterySums } from './battery-sums.ts';
import { type DaysLight, lightOf } from './light.ts';
import { DARK, DAY, type FullPoint, HOUR } from './points.ts';
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
  /** The coldest two hours of darkness (of the day where the panel says nothing): the ram has drawn in to its edge. */
  readonly coldest: StrokePoint | null;
  /** The warmest two hours; null with under twelve. */
  readonly warmest: StrokePoint | null;
  /** Lowest battery voltage but for the lowest 2 %, V; null with under six. */
  readonly lowest: number | null;
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
    coldest: coldestOf(hours),
    warmest: warmestOf(hours),
    lowest: lowestOf(points),
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

function lowestOf(points: readonly Measure[]): number | null {
  const volts = points.flatMap((point) => (point.battery_voltage === null ? [] : [point.battery_voltage]));
  return volts.length < 6 ? null : quantile(volts, 0.02);
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

function coldestOf(hours: readonly FullPoint[]): StrokePoint | null {
  const dark = hours.filter((hour) => hour.solar_voltage !== null && hour.solar_voltage < DARK);
  const asked = dark.length >= 2 ? dark : hours;
  if (asked.length < 6 && asked !== dark) return null;
  const [first, second] = asked.toSorted((a, b) => a.temperature - b.temperature);
  return first && second ? between(first, second) : null;
}

function warmestOf(hours: readonly FullPoint[]): StrokePoint | null {
  if (hours.length < 12) return null;
  const [first, second] = hours.toSorted((a, b) => b.temperature - a.temperature);
  return between(first!, second!);
}

const between = (first: StrokePoint, second: StrokePoint): StrokePoint => ({
  time: first.time,
  temperature: (first.temperature + second.temperature) / 2,
  stroke: (first.stroke + second.stroke) / 2,
});

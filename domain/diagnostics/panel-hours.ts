/** What a panel showed at each whole hour from solar noon, day by day. */

import { DAY, HOUR } from '../durations.ts';
import { cosZenith } from '../physics/solar.ts';
import { median } from '../physics/statistics.ts';
import type { Day } from './days.ts';
import type { Samples } from './samples.ts';

/** Hours from solar noon that are looked at. */
export const HOURS: readonly number[] = Array.from({ length: 15 }, (_, i) => i - 7);
/** Share by which a panel's voltage falls for each degree of the cell (domain.md 6.4). */
const COOLING = 0.003;
/** Panel voltage below which it is night, V. */
const NIGHT = 0.5;
/** Sine of the sun's height below which hills and roofs stand before it. */
const LOW = 0.12;
/** h on either side of a whole hour within which three samples or more stand for it. */
const BESIDE = 0.3;
/** h between two samples between which the hour is interpolated. */
const APART = 1.4;

/** One day of a panel; arrays by `HOURS`, NaN where nothing was measured or the sun is low. */
export interface PanelDay {
  /** Days since 1970. */
  readonly day: number;
  readonly dayOfYear: number;
  /** V, as at 25 °C by the AERO's own temperature. */
  readonly level: Float64Array;
  /** V as measured. */
  readonly raw: Float64Array;
  /** mA. */
  readonly current: Float64Array;
}

/** The days of a panel; `noon`: the hour (UTC) of solar noon; latitude in °. */
export const panelDaysOf = (days: readonly Day[], latitude: number, noon: number): PanelDay[] =>
  days.map((day) => panelDayOf(day, latitude, noon));

/** Day of the year (1 on 1 January) of a day since 1970. */
export function dayOfYearOf(day: number): number {
  const year = Date.UTC(new Date(day * DAY).getUTCFullYear(), 0, 1);
  return Math.floor(day - year / DAY) + 1;
}

function panelDayOf({ start, clean }: Day, latitude: number, noon: number): PanelDay {
  const dayOfYear = dayOfYearOf(start / DAY);
  const lit = litOf(clean, start, noon);
  const [level, raw, current] = [0, 1, 2].map(() => new Float64Array(HOURS.length).fill(Number.NaN));
  let next = 0;
  HOURS.forEach((hour, k) => {
    while (next < lit.hour.length && lit.hour[next]! < hour) next++;
    if (cosZenith(latitude, dayOfYear, 12 + hour) < LOW) return;
    level![k] = atHour(lit.hour, lit.level, hour, next);
    raw![k] = atHour(lit.hour, lit.raw, hour, next);
    current![k] = atHour(lit.hour, lit.current, hour, next);
  });
  return { day: start / DAY, dayOfYear, level: level!, raw: raw!, current: current! };
}

/** The lit samples of a day, with their hours from solar noon. */
function litOf({ time, solar_voltage, temperature, charge_current }: Samples, start: number, noon: number) {
  const lit = { hour: [] as number[], level: [] as number[], raw: [] as number[], current: [] as number[] };
  for (let i = 0; i < time.length; i++) {
    const volts = solar_voltage[i]!;
    if (!(volts > NIGHT)) continue;
    lit.hour.push((time[i]! - start) / HOUR - noon);
    lit.level.push(volts / (1 - COOLING * (temperature[i]! - 25)));
    lit.raw.push(volts);
    lit.current.push(charge_current[i]!);
  }
  return lit;
}

/** The values at an hour: the median of three or more beside it, else between its two; `next`: the first not before. */
function atHour(hours: readonly number[], values: readonly number[], hour: number, next: number): number {
  let [from, to] = [next, next];
  while (from > 0 && hour - hours[from - 1]! <= BESIDE) from--;
  while (to < hours.length && hours[to]! - hour <= BESIDE) to++;
  if (to - from >= 3) return median(values.slice(from, to));
  if (next === 0 || next === hours.length) return Number.NaN;
  const span = hours[next]! - hours[next - 1]!;
  if (span > APART) return Number.NaN;
  const share = (hour - hours[next - 1]!) / span;
  return values[next - 1]! * (1 - share) + values[next]! * share;
}

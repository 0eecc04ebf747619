/** The panel's values at each whole hour from solar noon, day by day. */

import { DAY, HOUR } from '../../../durations.ts';
import { cosZenith } from '../../../physics/solar.ts';
import { median } from '../../../physics/statistics.ts';
import type { Day } from '../days/days.ts';
import type { Samples } from '../days/samples.ts';

/** Hours from solar noon that are evaluated. */
export const HOURS: readonly number[] = Array.from({ length: 15 }, (_, i) => i - 7);
/** Share by which a panel's voltage falls for each degree of the cell (docs/domain.md, "Box"). */
const COOLING = 0.003;
/** Panel voltage below which it is night, V. */
const NIGHT = 0.5;
/** Sine of the sun's height below which hills and roofs hide it. */
const LOW = 0.12;
/** Hours on either side of a whole hour within which three or more samples represent it. */
const BESIDE = 0.3;
/** Maximum hours between two samples between which a whole hour is interpolated. */
const APART = 1.4;

/** One day of a panel; arrays by `HOURS`, NaN where nothing was measured or the sun is low. */
export interface PanelDay {
  /** Days since 1970. */
  readonly day: number;
  readonly dayOfYear: number;
  /** V, converted to 25 °C by the AERO's own temperature. */
  readonly level: Float64Array;
  /** V as measured. */
  readonly raw: Float64Array;
  /** mA. */
  readonly current: Float64Array;
}

/** Cache: two methods read the same days of one diagnosis. */
const known = new WeakMap<readonly Day[], { latitude: number; noon: number; panel: PanelDay[] }>();

/** The days of a panel; `noon`: the hour (UTC) of solar noon; latitude in °. */
export function panelDaysOf(days: readonly Day[], latitude: number, noon: number): readonly PanelDay[] {
  const kept = known.get(days);
  if (kept && kept.latitude === latitude && kept.noon === noon) return kept.panel;
  const panel = days.map((day) => panelDayOf(day, latitude, noon));
  known.set(days, { latitude, noon, panel });
  return panel;
}

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
    const at = besides(lit.hour, hour, next);
    if (!at) return;
    level![k] = valueAt(lit.level, at);
    raw![k] = valueAt(lit.raw, at);
    current![k] = valueAt(lit.current, at);
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

/** The samples that represent an hour: three or more, or the two around it with their weights. */
interface At {
  readonly from: number;
  readonly to: number;
  /** Weight of the later of two; null for more than two. */
  readonly share: number | null;
}

/** The samples that represent an hour; null where there are too few; `next`: the first not before it. */
function besides(hours: readonly number[], hour: number, next: number): At | null {
  let [from, to] = [next, next];
  while (from > 0 && hour - hours[from - 1]! <= BESIDE) from--;
  while (to < hours.length && hours[to]! - hour <= BESIDE) to++;
  if (to - from >= 3) return { from, to, share: null };
  if (next === 0 || next === hours.length) return null;
  const span = hours[next]! - hours[next - 1]!;
  return span > APART ? null : { from: next - 1, to: next + 1, share: (hour - hours[next - 1]!) / span };
}

/** The median of three or more, else interpolated between two. */
const valueAt = (values: readonly number[], { from, to, share }: At): number =>
  share === null ? median(values.slice(from, to)) : values[from]! * (1 - share) + values[from + 1]! * share;

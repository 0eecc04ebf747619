/** Compares a panel's days before and after a date with the level that its earlier clear days predict. */

import { median } from '../../physics/statistics.ts';
import { dayOfYearOf, HOURS } from '../shared/light/panel-hours.ts';
import { clearSunOf, lightOn, orientationOf, voltageAt } from '../shared/light/sun-on-panel.ts';
import { clearDayOf, type PanelLevels } from './clear-days.ts';

/** Days before the date that are compared. */
const BEFORE = 32;
/** Fewest days looked at. */
const LOOKED_AT = { before: 8, after: 4 } as const;
/** Seasonal change beyond which an hour is not compared. */
const SEASON = 0.008;
/** Fewest hours that are compared. */
const COMPARED = 6;

/** Days before and after a date, as differences from the expected clear day. */
export interface DayComparison {
  readonly latitude: number;
  readonly levels: PanelLevels;
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Hours compared, by index. */
  readonly hours: readonly number[];
  /** Difference of a day at an hour; empty for days that are not compared. */
  readonly off: readonly Float64Array[];
  /** Direct share of the sunlight (the rest is diffuse), by index of the hour. */
  readonly beam: readonly number[];
}

const NOTHING = new Float64Array(0);

/** The middle of some days, in days since 1970. */
const middleDay = ({ days }: PanelLevels, chosen: readonly number[]) =>
  median(chosen.map((i) => days[i]!.day));

/** The days around a date (days since 1970); null where too few are known, or none recur as clear days do. */
export function comparedAt(
  levels: PanelLevels,
  alike: (i: number, j: number) => boolean,
  date: number,
  latitude: number,
): DayComparison | null {
  const index = levels.days.map((_, i) => i);
  const after = index.filter((i) => levels.days[i]!.day > date);
  const before = index.filter((i) => levels.days[i]!.day <= date && levels.days[i]!.day > date - BEFORE);
  if (before.length < LOOKED_AT.before || after.length < LOOKED_AT.after) return null;
  const clear = clearDayOf(levels, before, alike);
  if (!clear) return null;
  const [then, later] = [middleDay(levels, clear.members), middleDay(levels, after)];
  const season = seasonOf(clear.level, latitude, dayOfYearOf(then), dayOfYearOf(later));
  const hours = season.flatMap(({ change }, k) => (Math.abs(change) <= SEASON ? [k] : []));
  if (hours.length < COMPARED) return null;
  const changes = Float64Array.from(season, ({ change }) => change);
  const off = levels.level.map(() => NOTHING);
  for (const i of [...before, ...after]) {
    const passed = Math.max(0, Math.min(1, (levels.days[i]!.day - then) / (later - then)));
    const [level, offs] = [levels.level[i]!, new Float64Array(HOURS.length)];
    for (let k = 0; k < offs.length; k++) offs[k] = level[k]! - clear.level[k]! - passed * changes[k]!;
    off[i] = offs;
  }
  return {
    latitude,
    levels,
    before,
    after,
    hours,
    off,
    beam: season.map(({ beam }) => beam),
  };
}

/** Seasonal change of the clear-sky level by hour, for the panel orientation that fits best; NaN where unknown. */
function seasonOf(level: Float64Array, latitude: number, then: number, later: number) {
  const suns = HOURS.map((hour) => [clearSunOf(latitude, then, hour), clearSunOf(latitude, later, hour)]);
  const known = HOURS.flatMap((_, k) => (Number.isNaN(level[k]!) || !suns[k]![0] || !suns[k]![1] ? [] : [k]));
  const normal = orientationOf(
    known.map((k) => suns[k]![0]!),
    known.map((k) => level[k]!),
  );
  return HOURS.map((_, k) => {
    if (!known.includes(k)) return { change: Number.NaN, beam: 0 };
    const [past, now] = suns[k]!.map((sun) => lightOn(sun!, normal));
    const change = voltageAt(now!.beam + now!.rest) - voltageAt(past!.beam + past!.rest);
    return { change, beam: now!.beam / (now!.beam + now!.rest) };
  });
}

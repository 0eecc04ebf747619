/**
 * How much more the sun warms one sensor than another under the same sky, by hour of the day: sun reaches a
 * sensor from one side, and only without clouds, so each part of the day is compared with itself.
 */

import { DAY, HOUR } from '../../durations.ts';
import { median, quantile } from '../../physics/statistics.ts';

/** A difference of two readings at a time (ms), °C, and the light (1 = the brightest). */
export interface Off {
  readonly time: number;
  readonly light: number;
  readonly off: number;
}

/** Light up to which it is night. */
export const DARK = 0.02;
/** Hours of a part of the day; parts before and after solar noon. */
const PART = 2;
const PARTS_ASIDE = 4;
/**
 * °C by which the nights on either side of a day may differ: more means a step of a sensor within the day.
 */
const STEADY = 1;
/**
 * Periods in days that count as now, any of them: the first is quick, the longer ones are for cloudy months.
 */
const NOW = [10, 20, 35, 50, 70] as const;
/** Days within which the newest such hour must be. */
const LATELY = 14;
/** Fewest days with hours in a part of the day, now and before. */
const DAYS_NOW = 5;
const DAYS_BEFORE = 14;
/** Quantiles of the hours of a part: the clearer ones now, the clearest ones before. */
const CLEAR = 0.8;
const CLEAREST = 0.95;

/** An hour of daylight: days since 1970, part of the day, and °C above the nights on either side. */
interface Warmed {
  readonly day: number;
  readonly part: number;
  readonly excess: number;
}

/** Median difference of each night, by its number from noon to noon, °C. */
function nightsOff(dark: readonly Off[]): Map<number, number> {
  const nights = new Map<number, number[]>();
  for (const { time, off } of dark) {
    const night = nightBefore(time);
    const list = nights.get(night);
    if (list) list.push(off);
    else nights.set(night, [off]);
  }
  return new Map([...nights].map(([night, offs]) => [night, median(offs)]));
}
/** Number of the night before a time (ms). */
const nightBefore = (time: number) => Math.floor(time / DAY - 0.5);

/** Hours of daylight of the days between two equal nights; `noon` is the hour (UTC) of solar noon. */
function warmedOf(list: readonly Off[], noon: number): Warmed[] {
  const nights = nightsOff(list.filter(({ light }) => light <= DARK));
  return list.flatMap(({ time, light, off }) => {
    if (light <= DARK) return [];
    const before = nights.get(nightBefore(time));
    const after = nights.get(nightBefore(time) + 1);
    if (before === undefined || after === undefined || Math.abs(after - before) > STEADY) return [];
    const hour = ((time / HOUR - noon + 36) % 24) - 12;
    const part = Math.floor(hour / PART) + PARTS_ASIDE;
    if (part < 0 || part >= 2 * PARTS_ASIDE) return [];
    return [{ day: time / DAY, part, excess: off - (before + after) / 2 }];
  });
}

/** Excess in the clear hours of a part of the day, °C; null if too few days are known. */
function levelOf(hours: readonly Warmed[], share: number, fewest: number): number | null {
  const days = new Set(hours.map(({ day }) => Math.floor(day)));
  return days.size < fewest
    ? null
    : quantile(
        hours.map(({ excess }) => excess),
        share,
      );
}

/** Heating by the sun now and before, °C, where it is largest; number of `hours`, `since` in ms. */
export interface Warmth {
  readonly now: number;
  readonly before: number;
  readonly hours: number;
  readonly since: number;
}

/** The smaller heating of the last days in two successive parts of the day; null if unknown. */
function warmthSince(hours: readonly Warmed[], since: number): Warmth | null {
  const parts = Array.from({ length: 2 * PARTS_ASIDE }, (_, part) => {
    const own = hours.filter((one) => one.part === part);
    const recent = own.filter(({ day }) => day > since);
    const now = levelOf(recent, CLEAR, DAYS_NOW);
    const before = levelOf(
      own.filter(({ day }) => day <= since),
      CLEAREST,
      DAYS_BEFORE,
    );
    return now === null || before === null
      ? null
      : { now, before: Math.max(0, before), hours: recent.length, since: since * DAY };
  });
  let best: Warmth | null = null;
  for (let i = 1; i < parts.length; i++) {
    const [one, other] = [parts[i - 1], parts[i]];
    if (!one || !other) continue;
    const less = rise(one) < rise(other) ? one : other;
    if (best === null || rise(less) > rise(best)) best = less;
  }
  return best;
}

/** °C by which the sun heats more now. */
export const rise = ({ now, before }: Warmth) => now - before;

/**
 * The greatest rise of solar heating of one sensor over another; `now` in ms, `noon` in hours UTC. Null if
 * unknown.
 */
export function warmthOf(list: readonly Off[], now: number, noon: number): Warmth | null {
  const hours = warmedOf(list, noon);
  if (!hours.some(({ day }) => day > now / DAY - LATELY)) return null;
  return NOW.map((days) => warmthSince(hours, now / DAY - days)).reduce(
    (best, one) => (one !== null && (best === null || rise(one) > rise(best)) ? one : best),
    null,
  );
}

/** One point per night: position of the ram and gas without the influence of the sun. */

import { DAY } from '../../../durations.ts';
import { median } from '../../../physics/statistics.ts';
import { DIM, type Drive } from '../drive/drive.ts';

export interface Nights {
  readonly n: number;
  /** Days since 1970, with their fraction. */
  readonly day: Float64Array;
  /** Expected position of a ram with the best-fitting loop, °C of its wire. */
  readonly play: Float64Array;
  /** °C of the device. */
  readonly temperature: Float64Array;
  /** mm. */
  readonly stroke: Float64Array;
  /** ln of the absolute pressure in bar; NaN where there is none. */
  readonly gas: Float64Array;
}

/** Maximum number of hours used of each night: the coldest. */
const MAX_A_NIGHT = 5;

/** Medians of the coldest dim hours from noon to noon; where no hour is dim, as in a polar summer, of the dimmest. */
export function nightsOf(drive: Drive, play: Float64Array): Nights {
  const groups = new Map<number, number[]>();
  for (let i = 0; i < drive.n; i++) {
    const night = Math.floor(drive.time[i]! / DAY - 0.5);
    const list = groups.get(night);
    if (list) list.push(i);
    else groups.set(night, [i]);
  }
  const rows: [number, number, number, number, number][] = [];
  for (const all of groups.values()) {
    const dim = all.filter((i) => drive.light[i]! < DIM);
    const few = dim.length > 0 ? dim : all.toSorted((a, b) => drive.light[a]! - drive.light[b]!).slice(0, 2);
    const chosen = few
      .toSorted((a, b) => drive.temperature[a]! - drive.temperature[b]!)
      .slice(0, MAX_A_NIGHT);
    const of = (column: Float64Array) => median(chosen.map((i) => column[i]!));
    const gases = chosen.flatMap((i) => (Number.isNaN(drive.gas[i]!) ? [] : [drive.gas[i]!]));
    rows.push([
      of(drive.time) / DAY,
      of(play),
      of(drive.temperature),
      of(drive.stroke),
      gases.length === 0 ? Number.NaN : median(gases),
    ]);
  }
  const column = (at: 0 | 1 | 2 | 3 | 4) => Float64Array.from(rows, (row) => row[at]);
  return {
    n: rows.length,
    day: column(0),
    play: column(1),
    temperature: column(2),
    stroke: column(3),
    gas: column(4),
  };
}

/** A stretch of time, ms, both ends included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Days before and after a jump in which a night may mix both states. */
const MIXED = 0.3;

/** The nights outside some stretches. */
export function nightsWithout(nights: Nights, stretches: readonly Stretch[]): Nights {
  if (stretches.length === 0) return nights;
  const kept = (_: number, i: number) =>
    stretches.every(
      ({ from, to }) => nights.day[i]! < from / DAY - MIXED || nights.day[i]! > to / DAY + MIXED,
    );
  const day = nights.day.filter(kept);
  return {
    n: day.length,
    day,
    play: nights.play.filter(kept),
    temperature: nights.temperature.filter(kept),
    stroke: nights.stroke.filter(kept),
    gas: nights.gas.filter(kept),
  };
}

/** Nights before a jump, and newest nights, that are compared; fewest needed before it. */
const BEFORE = 5;
const NEWEST = 3;
const MIN_BEFORE = 3;
/** Uncertainty of the level of some nights, mm. */
export const UNSURE = 25;

/**
 * The stretch from a jump to its correction, extended to the last step of a correction made in several.
 * Unchanged while the ram is not back where it was before. `slope` in mm/°C.
 */
export function untilCorrected({ n, day, stroke, play }: Nights, stretch: Stretch, slope: number): Stretch {
  const off = stroke.map((value, i) => value - slope * play[i]!);
  const [first, after] = [stretch.from / DAY - MIXED, stretch.to / DAY + MIXED];
  const before = off.filter((_, i) => day[i]! < first).slice(-BEFORE);
  const newest = off.filter((_, i) => day[i]! > after).slice(-NEWEST);
  if (before.length < MIN_BEFORE || newest.length < NEWEST) return stretch;
  const level = median(before);
  const isOff = (value: number) => Math.abs(value - level) > UNSURE;
  if (newest.some(isOff)) return stretch;
  let i = day.findIndex((at) => at > after);
  let { to } = stretch;
  for (; i < n && isOff(off[i]!); i++) to = day[i]! * DAY;
  return { from: stretch.from, to };
}

/**
 * Decides whether the temperature reading or the stroke reading jumped, where the two have disagreed since
 * some day. This needs no other sensor: weather changes both alike from hour to hour, a step of a sensor
 * changes one of them in one hour.
 */

import { DAY, HOUR } from '../../../durations.ts';
import { robustDeviation } from '../../../physics/statistics.ts';
import type { Drive } from '../drive/drive.ts';

/**
 * Days around the step, as dated by the nights, in which its hour is searched, and in which hours show the
 * usual change.
 */
const ABOUT = 1.2;
const USUAL = 10;
/** Maximum hours between two measures: over a longer time weather changes as much as a sensor step. */
const APART = 1.6;
/** Least usual change, °C: resolution and noise of the readings. */
const LEAST = 0.15;
/** Share of the step that its hour must show, and factor by which it must exceed every other hour. */
const AT_ONCE = 0.6;
const AHEAD = 1.3;
/** ms within which two hours may show the same jump. */
const BESIDE = 2.5 * HOUR;
/** Fewest hours that establish the usual change. */
const HOURS = 40;
/** χ² by which one reading must fit better than the other: 1 in 400. */
const TELLS = 12;

/** Change of both readings into an hour, beyond that of the neighbouring hours, °C. */
interface Bend {
  readonly time: number;
  readonly temperature: number;
  /** Change of the stroke, divided by the slope. */
  readonly ram: number;
}

/** A value's change from `i - 1` to `to`, minus that of the neighbouring hours. */
const bendOf = (values: Float64Array, i: number, to: number) =>
  values[to]! -
  values[i - 1]! -
  ((to - i + 1) * (values[i - 1]! - values[i - 2]! + values[to + 1]! - values[to]!)) / 2;

/**
 * Bends into each hour, or with `over` 1 into the following one: medians may halve a jump in the middle of an
 * hour.
 */
function bendsOf({ n, time, temperature, stroke }: Drive, slope: number, at: number, over: number): Bend[] {
  const bends: Bend[] = [];
  for (let i = 2; i + over < n - 1; i++) {
    const to = i + over;
    if (Math.abs(time[i]! - at) > USUAL * DAY) continue;
    if (time[to + 1]! - time[i - 2]! > (to - i + 3) * APART * HOUR) continue;
    if (time[to]! - time[i - 1]! > (to - i + 1) * APART * HOUR) continue;
    bends.push({
      time: time[i]!,
      temperature: bendOf(temperature, i, to),
      ram: bendOf(stroke, i, to) / slope,
    });
  }
  return bends;
}

/**
 * The reading that jumped near a time (ms); null if no hour shows it or both may have. `slope` in mm/°C,
 * `degrees`: how far the stroke has been off since, divided by the slope, °C.
 */
export const whichJumped = (drive: Drive, slope: number, at: number, degrees: number) =>
  jumpedIn(bendsOf(drive, slope, at, 0), at, degrees) ?? jumpedIn(bendsOf(drive, slope, at, 1), at, degrees);

function jumpedIn(bends: readonly Bend[], at: number, degrees: number): 'temperature' | 'stroke' | null {
  if (bends.length < HOURS) return null;
  const near = bends
    .filter(({ time }) => Math.abs(time - at) < ABOUT * DAY)
    .map((bend) => ({ ...bend, share: (bend.ram - bend.temperature) / degrees }))
    .sort((a, b) => b.share - a.share);
  const [jump] = near;
  const next = near.find(({ time }) => Math.abs(time - jump!.time) > BESIDE);
  if (!jump || jump.share < AT_ONCE || (next && jump.share < AHEAD * next.share)) return null;
  const usual = (of: (bend: Bend) => number) => Math.max(LEAST, robustDeviation(bends.map(of)));
  const [ofTemperature, ofRam] = [usual(({ temperature }) => temperature), usual(({ ram }) => ram)];
  const misfit = (temperature: number, ram: number) =>
    ((jump.temperature - temperature) / ofTemperature) ** 2 + ((jump.ram - ram) / ofRam) ** 2;
  const [warmer, moved] = [misfit(-degrees, 0), misfit(0, degrees)];
  if (Math.abs(warmer - moved) < TELLS) return null;
  return warmer < moved ? 'temperature' : 'stroke';
}

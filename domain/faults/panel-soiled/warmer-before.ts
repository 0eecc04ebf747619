/**
 * A temperature sensor that read too warm, and is correct again, makes a panel seem to have lost light.
 * Estimates by how much.
 */

import { DAY, HOUR } from '../../durations.ts';
import { median } from '../../physics/statistics.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { driveOf } from '../shared/drive/drive.ts';
import { BLOCK, RECENT } from './low-sun.ts';

/**
 * Fewest hours of a block, and light below which they count: as dim as the hours in which dirt is measured.
 */
const MIN_HOURS = 12;
const LITTLE = 0.4;
const isDimlyLit = (light: number) => light > 0 && light < LITTLE;
/** °C by which sound blocks may differ: season, an inexact slope. */
const UNSURE = 2.5;

interface Off {
  /** Days ago. */
  readonly age: number;
  /** °C that the sensor reads above its reference. */
  readonly off: number;
}

/** The sensor compared with the temperature that the ram's position implies, in dim hours. */
function byRam({ drive, slope, now }: DiagnosticContext): Off[] {
  if (slope === null) return [];
  const list: Off[] = [];
  for (let i = 0; i < drive.n; i++)
    if (isDimlyLit(drive.light[i]!))
      list.push({
        age: (now - drive.time[i]!) / DAY,
        off: drive.temperature[i]! - drive.stroke[i]! / slope,
      });
  return list;
}

/** The sensor compared with the twin's under the same sky, in dim hours. */
function byTwin({ drive, twin, now }: DiagnosticContext): Off[] {
  const other = driveOf(twin?.temperature ?? []);
  const others = new Map(Array.from(other.time, (time, i) => [Math.round(time / HOUR), i]));
  const list: Off[] = [];
  for (let i = 0; i < drive.n; i++) {
    const at = others.get(Math.round(drive.time[i]! / HOUR));
    if (at !== undefined && isDimlyLit(drive.light[i]!))
      list.push({
        age: (now - drive.time[i]!) / DAY,
        off: drive.temperature[i]! - other.temperature[at]!,
      });
  }
  return list;
}

/** °C by which an earlier block read warmer than the newest, if the season cannot explain it; else 0. */
function warmerOf(offs: readonly Off[]): number {
  const between = (from: number, to: number) =>
    offs.filter(({ age }) => age >= from && age < to).map(({ off }) => off);
  const now = between(0, RECENT);
  if (now.length < MIN_HOURS) return 0;
  const level = median(now);
  let most = 0;
  for (let from = RECENT; from < RECENT + 4 * BLOCK; from += BLOCK) {
    const block = between(from, from + BLOCK);
    if (block.length >= MIN_HOURS) most = Math.max(most, median(block) - level);
  }
  return most > UNSURE ? most : 0;
}

/**
 * °C by which the sensor read too warm in earlier weeks and no longer does, by the twin, else by the AERO's
 * own ram. The cell's temperature is derived from it, so the panel seems to have been brighter then.
 */
export const warmerBefore = (context: DiagnosticContext): number =>
  warmerOf(context.twin ? byTwin(context) : byRam(context));

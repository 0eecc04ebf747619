/** What friction does to the ram: it lags behind the nights' edge, and stands still while the temperature moves. */
import { quantile } from '../physics/statistics.ts';
import type { Day } from './days.ts';
import type { Edge } from './edge.ts';
import { DARK, DAY, type FullPoint, HOUR } from './points.ts';

export interface Loop {
  /**
   * How far the ram lags behind the edge it takes by night, mm: a lower bound of the loop's width, for by day
   * the sun heats the wire more than the device and so closes a part of it.
   */
  readonly depth: number;
  /** Share of the dark hours with a change of temperature in which the ram hardly moves. */
  readonly still: number;
  /** Such hours. */
  readonly hours: number;
  /** The same share of all hours, day and night. */
  readonly stillAlways: number;
}

/** The loop is about so much wider than what is seen of it by day. */
export const WHOLE_LOOP = 1.8;
/** Days put together. */
const LOOP_DAYS = 21;
/** Fewest days, and fewest dark hours in which the temperature moves. */
const LEAST_DAYS = 10;
const LEAST_HOURS = 40;
/** °C in an hour that ask the ram to move, and the share of α·L·ΔT that counts as moving. */
const CHANGE = 0.4;
const MOVING = 0.3;
/** mm from a mechanical end within which the ram is held by that. */
const END = 4;

/** The loop over the three weeks up to `until`; null without nights enough. `travel`: mm between the end stops. */
export function loopOf(
  days: readonly Day[],
  edge: Pick<Edge, 'b'>,
  until: number,
  travel: number | null,
): Loop | null {
  const free = (hour: FullPoint) => travel === null || (hour.stroke > END && hour.stroke < travel - END);
  const depths: number[] = [];
  let [still, asked, stillAlways, always] = [0, 0, 0, 0];
  for (const { start, hours: all, coldest } of days) {
    if (start > until || start <= until - LOOP_DAYS * DAY || coldest === null) continue;
    const hours = all.filter(free);
    const lags = hours.map((hour) => lag(hour, coldest, edge.b)).sort((a, b) => b - a);
    // The second deepest: one odd hour is no loop.
    if (lags.length >= 6) depths.push(Math.max(0, lags[1]!));
    hours.forEach((hour, i) => {
      const before = hours[i - 1];
      if (!before || hour.time - before.time > 1.5 * HOUR) return;
      const change = hour.temperature - before.temperature;
      if (Math.abs(change) < CHANGE) return;
      const stands = (hour.stroke - before.stroke) / (edge.b * change) < MOVING ? 1 : 0;
      always++;
      stillAlways += stands;
      if (!dark(before) || !dark(hour)) return;
      asked++;
      still += stands;
    });
  }
  if (depths.length < LEAST_DAYS || asked < LEAST_HOURS) return null;
  return {
    depth: quantile(depths, 0.85),
    still: still / asked,
    hours: asked,
    stillAlways: stillAlways / always,
  };
}

const dark = (hour: FullPoint) => hour.solar_voltage === null || hour.solar_voltage < DARK;

/** mm by which the ram lags behind where the edge of that day would have it. */
function lag(hour: FullPoint, coldest: { stroke: number; temperature: number }, slope: number): number {
  return (
    Math.sign(slope) * (slope * (hour.temperature - coldest.temperature) - (hour.stroke - coldest.stroke))
  );
}

/**
 * Share of the moving night hours in which a ram with 5 % of friction stands still: its dead band of
 * 2·φ·F/(E·S·α) holds it the longer the wider it is; band in °C.
 */
export function stillLimit(band: number): number {
  return Math.min(0.68, 0.45 + 0.03 * Math.max(0, band - 4.6));
}

/** Friction that grows: the ram stands still twice as often as before, whatever the sun does. */
export function grown(now: Loop | null, before: Loop | null, limit = 0.45): boolean {
  if (!now || !before) return false;
  const sure = now.still - 0.5 * Math.sqrt((now.still * (1 - now.still)) / now.hours);
  const byNight = sure > 0.8 * limit && sure > 2 * before.still;
  return byNight || (now.stillAlways > 0.9 * limit && now.stillAlways > 2 * before.stillAlways);
}

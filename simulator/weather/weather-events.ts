/**
 * Events beyond smooth noise: fronts, heat waves, cold spells, foehn and fog, each drawn by the day it
 * begins.
 */

import { type Key, uniformAt } from '../prng.ts';
import type { Climate } from './climate.ts';

/** Total effect of events at an hour. */
export interface Departure {
  /** °C. */
  warmth: number;
  /** m/s. */
  wind: number;
  /** Share of the cloud removed by wind or sun (negative: added). */
  clear: number;
}

/** Maximum days that an event lasts after the day it began; all sizes of events are judgements. */
const LONGEST = 10;
const ramp = (hours: number, over: number) => Math.min(1, Math.max(0, hours / over));

/** Season as 1 in midsummer, −1 in midwinter. */
export const seasonOf = (day: number) => -Math.cos((2 * Math.PI * ((day % 365.25) - 20)) / 365.25);

/**
 * A front: mild air flows in for a day, then the temperature falls by 3 to 11 °C within four hours and
 * recovers in days.
 */
function front(out: Departure, hours: number, size: number): void {
  if (hours < 0) out.warmth += 0.35 * size * ramp(hours + 24, 24);
  else {
    const fallen = ramp(hours, 4);
    out.warmth += size * (0.35 * (1 - fallen) - 0.65 * fallen * Math.exp(-Math.max(0, hours - 4) / 50));
  }
  const near = Math.exp(-Math.abs(hours) / 8);
  out.wind += 0.9 * size * near;
  out.clear -= 0.9 * near;
}

/** A spell of heat or cold: it builds up over two days, persists, and ends within one. */
function spell(out: Departure, hours: number, size: number, lasts: number): void {
  if (hours < 0 || hours > lasts + 24) return;
  const there = Math.min(ramp(hours, 48), ramp(lasts + 24 - hours, 24));
  out.warmth += size * there;
  out.clear += 0.6 * there;
}

/** Foehn: within two hours 7 to 15 °C warmer, dry, with wind, for 6 to 40 hours, at any time of the day. */
function foehn(out: Departure, hours: number, size: number, lasts: number): void {
  if (hours < 0 || hours > lasts + 4) return;
  const there = Math.min(ramp(hours, 2), ramp(lasts + 4 - hours, 4));
  out.warmth += size * there;
  out.wind += 9 * there;
  out.clear += 0.5 * there;
}

/** Adds the effects of all events near an hour (since 2015) in a climate. */
export function eventsAt(key: Key, climate: Climate, hour: number, out: Departure): void {
  out.warmth = 0;
  out.wind = 0;
  out.clear = 0;
  const today = Math.floor(hour / 24);
  for (let day = today - LONGEST; day <= today + 1; day++) {
    const chance = uniformAt(key, day);
    const begins = (day + uniformAt(key ^ 0x11, day)) * 24;
    const [size, length] = [uniformAt(key ^ 0x22, day), uniformAt(key ^ 0x33, day)];
    const hours = hour - begins;
    if (uniformAt(key ^ 0x44, day) < 1 / climate.fronts && hours > -24) front(out, hours, 3 + 8 * size);
    const season = seasonOf(day);
    const lasts = 24 * (3 + 5 * length);
    if (season > 0.6 && chance < climate.heat) spell(out, hours, 6 + 5 * size, lasts);
    if (season < -0.6 && chance < climate.cold) spell(out, hours, -6 - 8 * size, lasts);
    if (chance > 1 - climate.foehn) foehn(out, hours, 7 + 8 * size, 6 + 34 * length);
  }
}

/** Whether a day has morning fog: calm days of the dark half of the year. */
export function foggy(key: Key, climate: Climate, day: number): boolean {
  return seasonOf(day) < 0.1 && uniformAt(key ^ 0x55, day) < 2 * climate.fog;
}

/** How much of the time the ram stands still, by the pressure: gas in a fixed volume follows the temperature. */

import { DAY } from '../../../durations.ts';
import type { Drive } from './drive.ts';

/** Relative change of the pressure per °C in a fixed volume: 1/T0. */
const FIXED = 0.00347;
/** Fewest hours with a pressure, and least °C (root mean square within days). */
const MIN_POINTS = 16;
const MIN_SPREAD = 1.2;

/**
 * Response of the pressure to the temperature within days, over a stretch of time (ms), as a share of a fixed
 * volume's: about 0 for a tuned device that moves, 1 for a held one. A device off its tuning shifts it, so it
 * is compared with earlier weeks. Null with too few hours or too little change of temperature.
 */
export function stillness(drive: Drive, from: number, to: number): number | null {
  const days = new Map<number, number[]>();
  for (let i = 0; i < drive.n; i++) {
    const time = drive.time[i]!;
    if (time < from || time > to || Number.isNaN(drive.gas[i]!)) continue;
    const day = Math.floor(time / DAY);
    const list = days.get(day);
    if (list) list.push(i);
    else days.set(day, [i]);
  }
  let [tt, tp, n] = [0, 0, 0];
  for (const list of days.values()) {
    if (list.length < 3) continue;
    const mean = (column: Float64Array) => list.reduce((sum, i) => sum + column[i]!, 0) / list.length;
    const [mt, mp] = [mean(drive.temperature), mean(drive.gas)];
    for (const i of list) {
      const t = drive.temperature[i]! - mt;
      tt += t * t;
      tp += t * Math.max(-0.02, Math.min(0.02, drive.gas[i]! - mp));
    }
    n += list.length;
  }
  if (n < MIN_POINTS || tt / n < MIN_SPREAD ** 2) return null;
  return tp / tt / FIXED;
}

/** Stretches in which the ram stands still though the wire asks it to move, and what the gas says of them. */

import { DAY, HOUR } from '../durations.ts';
import { weightedLine } from '../physics/statistics.ts';
import type { Drive } from './drive.ts';
import type { Said } from './finding.ts';

/** A stretch without movement. */
export interface Held {
  readonly from: number;
  readonly to: number;
  /** mm. */
  readonly level: number;
  readonly samples: number;
  readonly coldest: number;
  readonly warmest: number;
  /** °C that the wire moved meanwhile, beyond what friction may hold. */
  readonly asked: number;
  /** Relative change of the pressure per °C: 0.0035 is a gas in a fixed volume; null without one. */
  readonly gas: number | null;
}

/** mm within which a ram that stands still is read. */
const STILL = 6;
/** Days looked back on. */
const DAYS = 16;
/** Samples of a stretch, and its hours, that say anything. */
export const MIN_MEASURES = 4;
const MIN_HOURS = 9;
/** °C that the wire's temperature is unsure by. */
const UNSURE = 1.5;

function stretch(drive: Drive, from: number, to: number, level: number, band: number): Held | null {
  if (to - from + 1 < MIN_MEASURES || drive.time[to]! - drive.time[from]! < MIN_HOURS * HOUR) return null;
  let [low, high, wLow, wHigh] = [1e9, -1e9, 1e9, -1e9];
  for (let i = from; i <= to; i++) {
    low = Math.min(low, drive.temperature[i]!);
    high = Math.max(high, drive.temperature[i]!);
    wLow = Math.min(wLow, drive.wire[i]!);
    wHigh = Math.max(wHigh, drive.wire[i]!);
  }
  const asked = Math.min(wHigh - wLow, high - low + 1) - band - UNSURE;
  const x: number[] = [];
  const y: number[] = [];
  for (let i = from; i <= to; i++)
    if (!Number.isNaN(drive.gas[i]!)) {
      x.push(drive.temperature[i]!);
      y.push(drive.gas[i]!);
    }
  const line =
    y.length >= MIN_MEASURES && high - low > 3
      ? weightedLine(x, y, new Float64Array(x.length).fill(1))
      : null;
  return {
    from: drive.time[from]!,
    to: drive.time[to]!,
    level,
    samples: to - from + 1,
    coldest: low,
    warmest: high,
    asked,
    gas: line?.b ?? null,
  };
}

/** Stretches of the last days, oldest first; `band`: °C that friction may hold the ram for. */
export function heldStretches(drive: Drive, now: number, band: number, days = DAYS): Held[] {
  const list: Held[] = [];
  let start = -1;
  let level = 0;
  let last = -1;
  const close = () => {
    const one = start < 0 ? null : stretch(drive, start, last, level, band);
    if (one && one.asked > 0) list.push(one);
  };
  for (let i = 0; i < drive.n; i++) {
    if (drive.time[i]! < now - days * DAY) continue;
    const stroke = drive.stroke[i]!;
    if (start >= 0 && Math.abs(stroke - level) <= STILL) {
      last = i;
      continue;
    }
    // One odd sample, as of a train, does not end it.
    const next = drive.stroke[i + 1];
    if (start >= 0 && next !== undefined && Math.abs(next - level) <= STILL) continue;
    close();
    start = i;
    last = i;
    level = stroke;
    if (next !== undefined) level = (stroke + Math.max(stroke - STILL, Math.min(stroke + STILL, next))) / 2;
  }
  close();
  return list;
}

/** When the ram came to stand where a stretch has it: the days that are looked at may begin later. */
export function stoodSince({ time, stroke }: Drive, { from, level }: Held): number {
  let i = time.findLastIndex((at) => at <= from);
  const stands = (at: number) => at >= 0 && Math.abs(stroke[at]! - level) <= STILL;
  // One odd sample does not end it here either.
  while (stands(i - 1) || stands(i - 2)) i--;
  return time[i] ?? from;
}

/** °C asked in vain that mean something, and mm that they must be worth. */
const ASKED = 4;
const WORTH = 20;
export const telling = ({ asked }: Held, slope: number, share = 1) =>
  asked >= share * ASKED && asked * slope >= share * WORTH;
/** A gas in a fixed volume. */
const FIXED = 0.002;
export const confirmed = ({ gas }: Held) => gas !== null && gas > FIXED;
/** Relative change per °C below which the volume is not fixed: a device far off its tuning shows ±0.001. */
const MOVING = 0.0015;
/** Whether the gas says that the ram moved: then it is the reading that stands. */
export const contradicted = ({ gas }: Held) => gas !== null && gas < MOVING;
/** °C of the device under which there may be ice. */
export const FROST = 2.5;
/** s between measures over which stretches of a night are not seen. */
export const OFTEN_ENOUGH = 7200;

/** What a stretch says that is taken for a fault. */
export const said = (held: Held, confidence: number, more: Partial<Said> = {}): Partial<Said> => ({
  since: held.from,
  confidence,
  ruled_out: confirmed(held) ? [{ cause: 'stroke_sensor_stuck', by: 'fixed_volume' }] : [],
  ...more,
});

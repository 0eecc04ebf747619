import { icing } from '../../icing/fault.ts';
import { ruledOut } from '../../impostors.ts';

/**
 * Stretches in which the ram stands still although the wire should move it, and the behaviour of the gas in
 * them.
 */

import { DAY, HOUR } from '../../../durations.ts';
import { weightedLine } from '../../../physics/statistics.ts';
import type { FindingDetails } from '../../finding.ts';
import { seized } from '../../seized/fault.ts';
import type { Drive } from '../drive/drive.ts';

/** A stretch without movement. */
export interface HeldStretch {
  /** ms. */
  readonly from: number;
  readonly to: number;
  /** mm. */
  readonly level: number;
  readonly samples: number;
  /** °C by which the wire changed in that time, beyond what friction can hold. */
  readonly coldest: number;
  readonly warmest: number;
  /** Relative change of the pressure per °C: 0.0035 means a fixed volume of gas; null without a pressure. */
  readonly asked: number;
  /** mm within which the readings of a still ram vary. */
  readonly gas: number | null;
}

/** mm within which the readings of a ram that stands still vary. */
export const STILL = 6;
export const isAtRest = (stroke: number, level: number) => Math.abs(stroke - level) <= STILL;
/** Days looked back by default. */
const DAYS = 16;
/** Fewest samples, and hours, of a stretch. */
export const MIN_MEASURES = 4;
const MIN_HOURS = 9;
/** Uncertainty of the wire's temperature, °C. */
export const UNSURE = 1.5;
/**
 * Factor by which frost may widen the range that friction held before: seals stiffen by 0.5 to 2.5 % a
 * degree.
 */
export const COLDER = 1.5;
/** mm within which stretches count as being at the same place. */
export const SAME_PLACE = 6;

function stretch(drive: Drive, from: number, to: number, level: number, band: number): HeldStretch | null {
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

/** Stretches of the last `days`, oldest first; `band`: °C for which friction can hold the ram; `now` in ms. */
export function heldStretches(drive: Drive, now: number, band: number, days = DAYS): HeldStretch[] {
  const list: HeldStretch[] = [];
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
    if (start >= 0 && isAtRest(stroke, level)) {
      last = i;
      continue;
    }
    // One odd sample, such as a passing train, does not end it.
    const next = drive.stroke[i + 1];
    if (start >= 0 && next !== undefined && isAtRest(next, level)) continue;
    close();
    start = i;
    last = i;
    level = stroke;
    if (next !== undefined) level = (stroke + Math.max(stroke - STILL, Math.min(stroke + STILL, next))) / 2;
  }
  close();
  return list;
}

/** When the ram reached the place of a stretch, ms, which may be before the days looked back. */
export function stoodSince({ time, stroke }: Drive, { from, level }: HeldStretch): number {
  let i = time.findLastIndex((at) => at <= from);
  const stands = (at: number) => at >= 0 && isAtRest(stroke[at]!, level);
  // One odd sample does not end it here either.
  while (stands(i - 1) || stands(i - 2)) i--;
  return time[i] ?? from;
}

const ASKED = seized.thresholds.asked.value;
const WORTH = seized.thresholds.worth.value;
/** Whether a stretch is long enough to be conclusive; `slope` in mm/°C, `share` of the usual limits. */
export const telling = ({ asked }: HeldStretch, slope: number, share = 1) =>
  asked >= share * ASKED && asked * slope >= share * WORTH;
/** Relative change of the pressure per °C above which the volume is fixed. */
export const FIXED = 0.002;
/** Whether the gas confirms that the ram stood still. */
export const isConfirmedByGas = ({ gas }: HeldStretch) => gas !== null && gas > FIXED;
/** The value below which it does not: a device far off its tuning shows ±0.001. */
const MOVING = 0.0015;
/** Whether the gas shows that the ram moved, in which case the reading is stuck, not the ram. */
export const isContradictedByGas = ({ gas }: HeldStretch) => gas !== null && gas < MOVING;
/** °C of the device below which ice is possible, and below which it is likely. */
export const FROST = icing.thresholds.frost.value;
export const ICE = icing.thresholds.ice.value;

/** The details stated by a finding based on a stretch. */
export const detailsOf = (
  held: HeldStretch,
  confidence: number,
  more: Partial<FindingDetails> = {},
): Partial<FindingDetails> => ({
  since: held.from,
  confidence,
  ruled_out: isConfirmedByGas(held) ? [ruledOut(seized, 'stroke_sensor_stuck')] : [],
  ...more,
});

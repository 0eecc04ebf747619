/** Forecasts as stored before and after their day is over: ten bytes for each lead, then fewer than nine. */
import { type Basis, LEADS } from './basis.ts';
import type { Quantiles } from './spread.ts';

/** The stored part of a forecast: strokes to a millimetre, widths to 2 %, chances to 0.4 %. */
export interface PackedForecast {
  readonly basis: Basis;
  readonly low: Quantiles;
  readonly high: Quantiles;
  readonly margin: { readonly hot: number; readonly cold: number } | null;
}

const SLOT = 10;
/** One byte after the slots: the leads based on climate. */
export const DAY_BYTES = LEADS * SLOT + 1;
const NONE = -32_768;
/** The largest width stored, mm. */
const WIDEST = 650;
const CHANCES = 250;
const UNKNOWN = 255;

const widthCode = (width: number) => Math.min(255, Math.round(255 * Math.sqrt(Math.max(0, width) / WIDEST)));
const widthOf = (code: number) => WIDEST * (code / 255) ** 2;
const chanceCode = (chance: number | undefined) =>
  chance === undefined ? UNKNOWN : Math.round(chance * CHANCES);

/** A day without any forecast yet. */
export function emptyDay(): Uint8Array {
  const bytes = new Uint8Array(DAY_BYTES);
  const view = new DataView(bytes.buffer);
  for (let lead = 0; lead < LEADS; lead++) view.setInt16(lead * SLOT, NONE);
  return bytes;
}

/**
 * Stores a forecast in its day, unless there is one of that lead: people plan by the first of a day. Changes
 * `bytes`.
 */
export function packForecast(
  bytes: Uint8Array,
  lead: number,
  { basis, low, high, margin }: PackedForecast,
): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = (lead - 1) * SLOT;
  if (view.getInt16(at) !== NONE) return false;
  for (const [place, { p05, p50, p95 }] of [
    [at, low],
    [at + 4, high],
  ] as const) {
    view.setInt16(place, Math.round(p50));
    view.setUint8(place + 2, widthCode(p50 - p05));
    view.setUint8(place + 3, widthCode(p95 - p50));
  }
  view.setUint8(at + 8, chanceCode(margin?.hot));
  view.setUint8(at + 9, chanceCode(margin?.cold));
  if (basis === 'climate') bytes[DAY_BYTES - 1]! |= 1 << (lead - 1);
  return true;
}

/** The leads at which a day was forecast: one bit each, that of one day ahead the lowest. */
export function leadBits(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let bits = 0;
  for (let lead = 0; lead < LEADS; lead++) if (view.getInt16(lead * SLOT) !== NONE) bits |= 1 << lead;
  return bits;
}

/** The forecast of a day at a lead; null if there was none. */
export function unpackForecast(bytes: Uint8Array, lead: number): PackedForecast | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = (lead - 1) * SLOT;
  if (view.getInt16(at) === NONE) return null;
  const quantiles = (place: number): Quantiles => {
    const p50 = view.getInt16(place);
    return {
      p05: p50 - widthOf(view.getUint8(place + 2)),
      p50,
      p95: p50 + widthOf(view.getUint8(place + 3)),
    };
  };
  const [hot, cold] = [view.getUint8(at + 8), view.getUint8(at + 9)];
  return {
    basis: (bytes[DAY_BYTES - 1]! >> (lead - 1)) & 1 ? 'climate' : 'weather',
    low: quantiles(at),
    high: quantiles(at + 4),
    margin: hot === UNKNOWN || cold === UNKNOWN ? null : { hot: hot / CHANCES, cold: cold / CHANCES },
  };
}

/**
 * A past day, a month later: its date, basis and actual values, and the intervals of each lead without their
 * chances.
 */
const PACKED_SLOT = 8;
export const PACKED_DAY = 1 + 1 + 4 + LEADS * PACKED_SLOT;

/** The same in fewer bytes, kept for ever: its chances have been scored by then. */
export function packDay(
  dayOfMonth: number,
  bytes: Uint8Array,
  low: number | null,
  high: number | null,
): Uint8Array {
  const packed = new Uint8Array(PACKED_DAY);
  const view = new DataView(packed.buffer);
  packed[0] = dayOfMonth;
  packed[1] = bytes[DAY_BYTES - 1]!;
  view.setInt16(2, low === null ? NONE : Math.round(low));
  view.setInt16(4, high === null ? NONE : Math.round(high));
  for (let lead = 0; lead < LEADS; lead++)
    packed.set(bytes.subarray(lead * SLOT, lead * SLOT + PACKED_SLOT), 6 + lead * PACKED_SLOT);
  return packed;
}

export interface PackedDay {
  readonly dayOfMonth: number;
  readonly low: number | null;
  readonly high: number | null;
  /** By lead, 1 first. */
  readonly leads: readonly (PackedForecast | null)[];
}

export function unpackDays(packed: Uint8Array): PackedDay[] {
  const days: PackedDay[] = [];
  for (let at = 0; at + PACKED_DAY <= packed.length; at += PACKED_DAY) {
    const one = packed.subarray(at, at + PACKED_DAY);
    const view = new DataView(one.buffer, one.byteOffset, one.byteLength);
    const bytes = emptyDay();
    for (let lead = 0; lead < LEADS; lead++) {
      bytes.set(one.subarray(6 + lead * PACKED_SLOT, 6 + (lead + 1) * PACKED_SLOT), lead * SLOT);
      bytes.fill(UNKNOWN, lead * SLOT + PACKED_SLOT, (lead + 1) * SLOT);
    }
    bytes[DAY_BYTES - 1] = one[1]!;
    const actual = (place: number) => (view.getInt16(place) === NONE ? null : view.getInt16(place));
    days.push({
      dayOfMonth: one[0]!,
      low: actual(2),
      high: actual(4),
      leads: Array.from({ length: LEADS }, (_, lead) => unpackForecast(bytes, lead + 1)),
    });
  }
  return days;
}

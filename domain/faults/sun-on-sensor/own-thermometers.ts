/**
 * An AERO's other two thermometers: the gas, whose pressure times volume follows the temperature of the body, and the
 * wire, whose length the ram shows. Sun on the temperature sensor reaches neither.
 */

import { KELVIN } from '../../physics/gas.ts';
import { median } from '../../physics/statistics.ts';
import type { DiagnosticContext } from '../shared/context.ts';
import { huberPlane } from '../shared/fits/plane.ts';
import { noonHourOf } from '../shared/light/light.ts';
import { type Off, rise, type Warmth, warmthOf } from './sun-on-sensor.ts';

/**
 * °C by which the sensor follows each °C of the gas: 1, apart from temperature drift of a sensor and an
 * inexact column.
 */
const FOLLOWS = { least: 0.7, most: 1.4 } as const;
/** Largest error of that factor for it to be used in place of 1. */
const EXACT = 0.1;
/** Fewest nights for that factor. */
const NIGHTS = 14;

/** Pressure times length of the gas column, bar·mm: proportional to the temperature of the gas in kelvin. */
const productOf = (gas: number, stroke: number, column: number) => Math.exp(gas) * (column + stroke);

/** The sensor minus the temperature derived from the gas, °C; null without a reliable pressure. */
function byGas({ drive, nights, geometry, stuck }: DiagnosticContext): Off[] | null {
  if (geometry === null || stuck.some(({ sensor, lasts }) => sensor === 'pressure' && lasts)) return null;
  const known = Array.from({ length: nights.n }, (_, i) => i).filter((i) => !Number.isNaN(nights.gas[i]!));
  if (known.length < NIGHTS) return null;
  // Outwards is the warm side.
  const side = Math.sign(geometry.slope);
  const middle = median(nights.stroke);
  const product = (gas: number, stroke: number) => productOf(gas, side * (stroke - middle), geometry.column);
  const factor = median(
    known.map((i) => product(nights.gas[i]!, nights.stroke[i]!) / (nights.temperature[i]! + KELVIN)),
  );
  const degrees = (gas: number, stroke: number) => product(gas, stroke) / factor - KELVIN;
  const plane = huberPlane(
    known.map((i) => degrees(nights.gas[i]!, nights.stroke[i]!)),
    known.map((i) => nights.day[i]!),
    known.map((i) => nights.temperature[i]!),
  );
  const share = plane && plane.errorB < EXACT ? plane.b : 1;
  if (share < FOLLOWS.least || share > FOLLOWS.most) return null;
  const list: Off[] = [];
  for (let i = 0; i < drive.n; i++) {
    const gas = drive.gas[i]!;
    if (Number.isNaN(gas)) continue;
    const off = drive.temperature[i]! - share * degrees(gas, drive.stroke[i]!);
    list.push({ time: drive.time[i]!, light: drive.light[i]!, off });
  }
  return list;
}

/** The sensor minus the temperature that the ram's position implies, °C; null where the slope is unknown. */
function byRam({ drive, slope }: DiagnosticContext): Off[] | null {
  if (slope === null) return null;
  return Array.from({ length: drive.n }, (_, i) => ({
    time: drive.time[i]!,
    light: drive.light[i]!,
    off: drive.temperature[i]! - drive.stroke[i]! / slope,
  }));
}

const warmthBy = (context: DiagnosticContext, list: Off[] | null): Warmth | null => {
  const noon = noonHourOf(context.days, context.input.longitude ?? null);
  return list === null || noon === null ? null : warmthOf(list, context.now, noon);
};

/** Heating by the sun now and before, relative to the gas; null where the gas is not conclusive. */
export const warmthByGas = (context: DiagnosticContext) => warmthBy(context, byGas(context));

/**
 * °C by which the sun adds more than before, relative to the ram; null where that is not conclusive. The sun
 * warms the wire too, more in summer and in calm, so this alone is no proof.
 */
export function riseByRam(context: DiagnosticContext): number | null {
  const warmth = warmthBy(context, byRam(context));
  return warmth && rise(warmth);
}

/**
 * What changed, when, and its origin: a step or a ramp is fitted jointly to the stroke of the nights (temperature and
 * friction compensated) and the gas (ln of the pressure, temperature compensated). Each origin moves the two in a
 * direction of its own:
 *
 *   wire             the ram moves, the volume with it, and the pressure follows: −1/h0 per mm outwards
 *   stroke sensor    the reading moves, the pressure stays
 *   gas              the pressure falls, and the ram draws in by F/(E·S/L + F/h0) of the loss
 *   pressure sensor  the pressure moves, the ram stays
 */

import {
  AFTER,
  BEFORE,
  type Column,
  type Fit,
  GAS_FLOOR,
  lossOf,
  noiseOf,
  robust,
  type Shape,
  STROKE_FLOOR,
  scan,
  shapeOf,
} from '../fits/shape-fit.ts';
import type { Nights } from '../nights/nights.ts';
import { chancesOf, type Geometry, ORIGINS, type Origin } from './origin.ts';

export interface Change {
  readonly shape: Shape;
  /** Days since 1970 when it began, and days it has lasted. */
  readonly since: number;
  readonly lasts: number;
  /**
   * Days since 1970 from which it has its present size: later than its beginning if it was partly corrected.
   */
  readonly stands: number;
  /** mm, and ln of pressure: the step, or the ramp until now. */
  readonly stroke: number;
  readonly gas: number;
  readonly strokeError: number;
  readonly gasError: number;
  /** χ² by which it fits better than no change, and better than the other shape. */
  readonly gain: number;
  readonly over: number;
  /** Probability of each origin, given that there is a change. */
  readonly chances: Readonly<Record<Origin, number>>;
  readonly origin: Origin;
}

export interface Baseline {
  /** stroke = a + b·play, without the change; mm, mm/°C. */
  readonly a: number;
  readonly b: number;
  readonly errorB: number;
  /** Scatter of a night about the line, mm, and of the gas, ln of pressure. */
  readonly deviation: number;
  readonly gasDeviation: number;
  /** Robust span of the nights, °C. */
  readonly span: number;
  readonly nights: number;
  /** Residual of every night, mm, including the change. */
  readonly residuals: Float64Array;
}

/**
 * ln of pressure per °C by which the gas follows the device's temperature at most, unless the ram is held.
 */
const GAS_SLOPE = 0.0012;
/** χ² by which a shape must beat no change: to be fitted robustly, and to be removed from the baseline. */
const LOOKS = 12;
const COUNTS = 20;

/** Stroke of the nights against the play of the ram, and gas against the temperature; null if a pressure is missing. */
export interface Columns {
  readonly stroke: Column;
  readonly gas: Column | null;
  /** Scatter between nights: mm, ln of pressure. */
  readonly sigma: number;
  readonly gasSigma: number;
}

/** A shape fitted to both columns: its gain (χ²), and its loss in units of the nights' scatter. */
interface Tried {
  readonly shape: Shape;
  readonly from: number;
  readonly stroke: Fit;
  readonly gas: Fit | null;
  readonly gain: number;
  readonly loss: number;
}

/** The baseline of the nights and the change that explains most beyond it, if any; null with too few nights. */
export function changesOf(
  nights: Nights,
  geometry: Geometry,
): { baseline: Baseline; change: Change | null } | null {
  if (nights.n < BEFORE + AFTER) return null;
  const columns = columnsOf(nights, geometry);
  const plain = robust(columns.stroke, null, STROKE_FLOOR);
  if (!plain) return null;
  const tried = (['step', 'ramp'] as const).flatMap((shape) => tryShape(columns, nights.day, shape) ?? []);
  const [step, ramp] = tried;
  const best = step && ramp && ramp.loss < step.loss ? ramp : step;
  const counts = best !== undefined && best.gain > COUNTS;
  const gasFit = counts ? best.gas : columns.gas && robust(columns.gas, null, GAS_FLOOR);
  const baseline = baselineOf(nights, columns, geometry, counts ? best.stroke : plain, gasFit);
  if (!best) return { baseline, change: null };
  const over = step && ramp ? Math.abs(step.loss - ramp.loss) : best.gain;
  return { baseline, change: changeOf(best, nights.day[nights.n - 1]!, over, geometry) };
}

/** Stroke and gas of the nights, ready to be fitted: mm minus the believed slope times the play, and ln of pressure. */
export function columnsOf(nights: Nights, geometry: Geometry): Columns {
  const stroke: Column = {
    x: nights.play,
    y: Float64Array.from(nights.stroke, (value, i) => value - geometry.slope * nights.play[i]!),
    ridge: 1 / geometry.slopeError ** 2,
  };
  const isKnown = nights.gas.every((value) => !Number.isNaN(value));
  const gas = isKnown ? { x: nights.temperature, y: nights.gas, ridge: 1 / GAS_SLOPE ** 2 } : null;
  return {
    stroke,
    gas,
    sigma: noiseOf(stroke, STROKE_FLOOR),
    gasSigma: gas ? noiseOf(gas, GAS_FLOOR) : GAS_FLOOR,
  };
}

function tryShape(columns: Columns, day: Float64Array, shape: Shape): Tried | null {
  const { sigma, gasSigma } = columns;
  const scanned = scan(
    [{ column: columns.stroke, sigma }, ...(columns.gas ? [{ column: columns.gas, sigma: gasSigma }] : [])],
    day,
    shape,
  );
  if (!scanned || scanned.gain < LOOKS) return null;
  const z = shapeOf(day, scanned.from, shape);
  const stroke = robust(columns.stroke, z, STROKE_FLOOR);
  const gas = columns.gas && robust(columns.gas, z, GAS_FLOOR);
  if (!stroke) return null;
  const gain = (stroke.m / stroke.errorM) ** 2 + (gas ? (gas.m / gas.errorM) ** 2 : 0);
  const loss = lossOf(stroke.residuals, sigma) + (gas ? lossOf(gas.residuals, gasSigma) : 0);
  return { shape, from: scanned.from, stroke, gas, gain, loss };
}

function baselineOf(
  { n, play }: Nights,
  { stroke }: Columns,
  { slope }: Geometry,
  fit: Fit,
  gasFit: Fit | null,
): Baseline {
  const temperatures = play.toSorted();
  return {
    a: fit.a,
    b: fit.b + slope,
    errorB: fit.errorB,
    deviation: fit.scatter,
    gasDeviation: gasFit?.scatter ?? GAS_FLOOR,
    span: temperatures[Math.floor(0.97 * (n - 1))]! - temperatures[Math.floor(0.03 * (n - 1))]!,
    nights: n,
    residuals: Float64Array.from(stroke.y, (value, i) => value - fit.a - fit.b * stroke.x[i]!),
  };
}

/** Without a pressure the wire is slightly more likely than its sensor. */
const WITHOUT_GAS = { wire: 0.6, stroke_sensor: 0.4, gas: 0, pressure_sensor: 0 } as const;

/** Converts a fitted shape into a change up to the last day. */
function changeOf(
  { shape, from, stroke, gas, gain }: Tried,
  last: number,
  over: number,
  geometry: Geometry,
): Change {
  const chances = gas ? chancesOf(stroke.m, gas.m, stroke.errorM, gas.errorM, geometry) : WITHOUT_GAS;
  return {
    shape,
    since: from,
    lasts: last - from,
    stands: from,
    stroke: stroke.m,
    gas: gas?.m ?? 0,
    strokeError: stroke.errorM,
    gasError: gas?.errorM ?? Number.POSITIVE_INFINITY,
    gain,
    over,
    chances,
    origin: ORIGINS.reduce((one, other) => (chances[other] > chances[one] ? other : one)),
  };
}

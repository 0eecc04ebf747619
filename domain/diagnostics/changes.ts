/**
 * What changed, when, and whose it is: the stroke of the nights (with temperature and friction taken out) and the
 * gas (ln of the pressure, with temperature taken out) are asked together for a step or a ramp. Each cause moves
 * the two in a direction of its own:
 *
 *   wire             the ram moves, the volume with it, and the pressure follows: −1/h0 for each mm outwards
 *   stroke sensor    the reading moves, the pressure stays
 *   gas              the pressure falls, and the ram draws in by F/(E·S/L + F/h0) of what is lost
 *   pressure sensor  the pressure moves, the ram stays
 */
import { robustDeviation } from '../physics/statistics.ts';
import type { Nights } from './nights.ts';

export const ORIGINS = ['wire', 'stroke_sensor', 'gas', 'pressure_sensor'] as const;
export type Origin = (typeof ORIGINS)[number];
export type Shape = 'step' | 'ramp';

export interface Change {
  readonly shape: Shape;
  /** Days since 1970 at which it began, and days it has lasted. */
  readonly since: number;
  readonly lasts: number;
  /** mm, and ln of pressure: of a step, or of a ramp until now. */
  readonly stroke: number;
  readonly gas: number;
  readonly strokeError: number;
  readonly gasError: number;
  /** How much better (χ²) than no change, and than the other shape. */
  readonly gain: number;
  readonly over: number;
  /** Chance of each origin, given that there is a change. */
  readonly chances: Readonly<Record<Origin, number>>;
  readonly origin: Origin;
}

export interface Baseline {
  /** stroke = a + b·play, with the change taken out; mm, mm/°C. */
  readonly a: number;
  readonly b: number;
  readonly errorB: number;
  /** Scatter of a night about it, mm, and of the gas (ln). */
  readonly deviation: number;
  readonly gasDeviation: number;
  /** Robust span of the nights, °C. */
  readonly span: number;
  readonly nights: number;
  /** Residual of every night, mm, the change left in. */
  readonly rests: Float64Array;
}

export interface Geometry {
  /** What the slope should be, mm/°C of the sign that was seen, and how sure that is. */
  readonly slope: number;
  readonly slopeError: number;
  /** Gas column, mm. */
  readonly column: number;
  /** mm of reading for a loss of all the gas, towards the cold side (of the slope's sign). */
  readonly draws: number;
  /** Share of a loss of gas that the pressure shows. */
  readonly shows: number;
}

/** Nights before and after which a step is looked for, and days a ramp needs. */
const BEFORE = 7;
const AFTER = 3;
const RAMP = 9;
/** Scatter that is never believed to be less: mm, and ln of pressure. */
const FLOOR = 1.5;
const GAS_FLOOR = 0.0007;
/** The gas follows the device's temperature by so much a degree at most, unless the ram is held. */
const GAS_SLOPE = 0.0012;
/** Neighbours are not taken for more alike than this. */
const MOST_ALIKE = 0.8;

interface Column {
  readonly y: Float64Array;
  readonly x: Float64Array;
  /** Strength of the prior on x's coefficient (variance of y over variance of the coefficient). */
  readonly ridge: number;
}
interface Fit {
  readonly a: number;
  readonly b: number;
  readonly m: number;
  readonly errorB: number;
  readonly errorM: number;
  readonly scatter: number;
  readonly loss: number;
  readonly rests: Float64Array;
}

/** Least squares of y on 1, x (with a ridge) and a shape, weighted; the shape may be left out. */
function solve({ y, x, ridge }: Column, z: Float64Array | null, w: Float64Array, sigma: number) {
  const n = y.length;
  let [sw, sx, sy, sz] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    sw += w[i]!;
    sx += w[i]! * x[i]!;
    sy += w[i]! * y[i]!;
    if (z) sz += w[i]! * z[i]!;
  }
  const [mx, my, mz] = [sx / sw, sy / sw, sz / sw];
  let [xx, xy, xz, zz, zy] = [ridge * sigma * sigma, 0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [dx, dy] = [x[i]! - mx, y[i]! - my];
    const dz = z ? z[i]! - mz : 0;
    xx += w[i]! * dx * dx;
    xy += w[i]! * dx * dy;
    xz += w[i]! * dx * dz;
    zz += w[i]! * dz * dz;
    zy += w[i]! * dz * dy;
  }
  const det = z ? xx * zz - xz * xz : xx;
  if (!(det > 1e-9 * xx * Math.max(zz, 1e-9))) return null;
  const b = z ? (xy * zz - zy * xz) / det : xy / xx;
  const m = z ? (zy * xx - xy * xz) / det : 0;
  return { a: my - b * mx - m * mz, b, m, bb: z ? zz / det : 1 / xx, mm: z ? xx / det : 0 };
}

/** The same, robust: Huber's weights in three rounds; errors widened for neighbours that err alike. */
function robust(column: Column, z: Float64Array | null, floor: number): Fit | null {
  const n = column.y.length;
  const w = new Float64Array(n).fill(1);
  const rests = new Float64Array(n);
  let sigma = floor;
  for (let round = 0; round < 4; round++) {
    const solved = solve(column, z, w, sigma);
    if (!solved) return null;
    for (let i = 0; i < n; i++)
      rests[i] = column.y[i]! - solved.a - solved.b * column.x[i]! - (z ? solved.m * z[i]! : 0);
    sigma = Math.max(floor, robustDeviation(rests));
    let [own, next, loss] = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      const off = Math.abs(rests[i]!) / sigma;
      w[i] = Math.min(1, 2 / Math.max(1e-9, off));
      loss += off <= 2 ? off * off : 4 * off - 4;
      const counted = Math.max(-3 * sigma, Math.min(3 * sigma, rests[i]!));
      own += counted ** 2;
      if (i > 0) next += counted * Math.max(-3 * sigma, Math.min(3 * sigma, rests[i - 1]!));
    }
    if (round < 3) continue;
    const alike = Math.min(MOST_ALIKE, Math.max(0, own > 0 ? next / own : 0));
    const wide = sigma * Math.sqrt((1 + alike) / (1 - alike));
    return {
      ...solved,
      errorB: wide * Math.sqrt(solved.bb),
      errorM: wide * Math.sqrt(solved.mm),
      scatter: sigma,
      loss,
      rests,
    };
  }
  return null;
}

function shapeOf(day: Float64Array, from: number, shape: Shape): Float64Array {
  const last = day[day.length - 1]!;
  return Float64Array.from(day, (at) => {
    if (at < from) return 0;
    return shape === 'step' ? 1 : (at - from) / Math.max(1, last - from);
  });
}

/** Where shapes may begin: steps between nights, ramps every few days. */
function starts(day: Float64Array, shape: Shape): number[] {
  const n = day.length;
  const list: number[] = [];
  if (shape === 'step') for (let i = BEFORE; i <= n - AFTER; i++) list.push((day[i - 1]! + day[i]!) / 2);
  else {
    const last = day[n - 1]! - RAMP;
    for (let at = day[0]! - 0.5; at <= last; at += 4) list.push(at);
  }
  return list;
}

interface Scanned {
  readonly from: number;
  readonly gain: number;
}
/** The best beginning of a shape by plain least squares in both columns. */
function scan(
  columns: readonly { column: Column; sigma: number }[],
  day: Float64Array,
  shape: Shape,
): Scanned | null {
  let best: Scanned | null = null;
  const weights = new Float64Array(day.length).fill(1);
  for (const from of starts(day, shape)) {
    const z = shapeOf(day, from, shape);
    let gain = 0;
    for (const { column, sigma } of columns) {
      const solved = solve(column, z, weights, sigma);
      if (solved && solved.mm > 0) gain += solved.m ** 2 / solved.mm / sigma ** 2;
    }
    if (!best || gain > best.gain) best = { from, gain };
  }
  return best;
}

/** How likely each origin makes what was seen; tolerances are what the geometry is known to. */
export function chancesOf(
  stroke: number,
  gas: number,
  strokeError: number,
  gasError: number,
  geometry: Geometry,
): Record<Origin, number> {
  const { column, draws, shows, slope } = geometry;
  const side = Math.sign(slope);
  const misfit = (ds: number, dg: number, tolS: number, tolG: number) => {
    // Amplitude by projection, then once more with the tolerances it brings.
    let amount = 0;
    let [vs, vg] = [strokeError ** 2, gasError ** 2];
    for (let round = 0; round < 3; round++) {
      amount = ((stroke * ds) / vs + (gas * dg) / vg) / (ds ** 2 / vs + dg ** 2 / vg);
      vs = strokeError ** 2 + (amount * tolS) ** 2;
      vg = gasError ** 2 + (amount * tolG) ** 2;
    }
    return { amount, chi: (stroke - amount * ds) ** 2 / vs + (gas - amount * dg) ** 2 / vg };
  };
  const wire = misfit(1, -side / column, 0, 0.25 / column);
  const sensor = misfit(1, 0, 0, 0.1 / column);
  // Losses only: gas does not come back by itself.
  const leak = misfit(-side * draws, -shows, 0.3 * draws, 0.1);
  const pressure = misfit(0, 1, 0.08 * draws, 0);
  const raw: Record<Origin, number> = {
    wire: 0.3 * Math.exp(-wire.chi / 2),
    stroke_sensor: 0.2 * Math.exp(-sensor.chi / 2),
    gas: leak.amount > 0 ? 0.35 * Math.exp(-leak.chi / 2) : 0,
    pressure_sensor: 0.15 * Math.exp(-pressure.chi / 2),
  };
  const total = raw.wire + raw.stroke_sensor + raw.gas + raw.pressure_sensor;
  if (!(total > 0)) {
    // Far off all of them: the nearest, and not sure.
    const list = [wire.chi, sensor.chi, leak.amount > 0 ? leak.chi : Number.POSITIVE_INFINITY, pressure.chi];
    const least = Math.min(...list);
    return Object.fromEntries(ORIGINS.map((origin, i) => [origin, list[i] === least ? 0.5 : 0.17])) as Record<
      Origin,
      number
    >;
  }
  for (const origin of ORIGINS) raw[origin] /= total;
  return raw;
}

/** The baseline of the nights and the change that explains most beyond it, if any does; null with too few nights. */
export function changesOf(
  nights: Nights,
  geometry: Geometry,
): { baseline: Baseline; change: Change | null } | null {
  const { n, day } = nights;
  if (n < BEFORE + AFTER) return null;
  const stroke: Column = {
    x: nights.play,
    y: Float64Array.from(nights.stroke, (value, i) => value - geometry.slope * nights.play[i]!),
    ridge: 1 / geometry.slopeError ** 2,
  };
  const withGas = nights.gas.every((value) => !Number.isNaN(value));
  const gas: Column = { x: nights.temperature, y: nights.gas, ridge: 1 / GAS_SLOPE ** 2 };
  const plain = robust(stroke, null, FLOOR);
  if (!plain) return null;
  const plainGas = withGas ? robust(gas, null, GAS_FLOOR) : null;
  const noise = (column: Column, floor: number) => Math.max(floor, scatterOfSteps(column));
  const columns = [
    { column: stroke, sigma: noise(stroke, FLOOR) },
    ...(withGas ? [{ column: gas, sigma: noise(gas, GAS_FLOOR) }] : []),
  ];
  const tried = (['step', 'ramp'] as const).flatMap((shape) => {
    const found = scan(columns, day, shape);
    if (!found || found.gain < 12) return [];
    const z = shapeOf(day, found.from, shape);
    const s = robust(stroke, z, FLOOR);
    const g = withGas ? robust(gas, z, GAS_FLOOR) : null;
    if (!s) return [];
    const gain = (s.m / s.errorM) ** 2 + (g ? (g.m / g.errorM) ** 2 : 0);
    // What is left, in units of what either shape leaves at best.
    return [{ shape, from: found.from, s, g, gain, loss: 0 }];
  });
  const losses = tried.map(
    ({ s, g }) => lossOf(s.rests, columns[0]!.sigma) + (g ? lossOf(g.rests, columns[1]!.sigma) : 0),
  );
  const at = tried.length === 2 && losses[1]! < losses[0]! ? 1 : 0;
  const best = tried[at];
  const fit = best && best.gain > 20 ? best.s : plain;
  const temperatures = nights.play.toSorted();
  const baseline: Baseline = {
    a: fit.a,
    b: fit.b + geometry.slope,
    errorB: fit.errorB,
    deviation: fit.scatter,
    gasDeviation: (best && best.gain > 20 ? best.g : plainGas)?.scatter ?? GAS_FLOOR,
    span: temperatures[Math.floor(0.97 * (n - 1))]! - temperatures[Math.floor(0.03 * (n - 1))]!,
    nights: n,
    rests: Float64Array.from(stroke.y, (value, i) => value - fit.a - fit.b * stroke.x[i]!),
  };
  if (!best) return { baseline, change: null };
  const last = day[n - 1]!;
  const [strokeAmount, gasAmount] = [best.s.m, best.g?.m ?? 0];
  const chances = best.g
    ? chancesOf(strokeAmount, gasAmount, best.s.errorM, best.g.errorM, geometry)
    : { wire: 0.6, stroke_sensor: 0.4, gas: 0, pressure_sensor: 0 };
  const origin = ORIGINS.reduce((one, other) => (chances[other] > chances[one] ? other : one));
  return {
    baseline,
    change: {
      shape: best.shape,
      since: best.from,
      lasts: last - best.from,
      stroke: strokeAmount,
      gas: gasAmount,
      strokeError: best.s.errorM,
      gasError: best.g?.errorM ?? Number.POSITIVE_INFINITY,
      gain: best.gain,
      over: tried.length === 2 ? Math.abs(losses[0]! - losses[1]!) : best.gain,
      chances,
      origin,
    },
  };
}

function lossOf(rests: Float64Array, sigma: number): number {
  let sum = 0;
  for (const rest of rests) {
    const off = Math.abs(rest) / sigma;
    sum += off <= 2 ? off * off : 4 * off - 4;
  }
  return sum;
}

/** Scatter from night to night, which no step or drift makes larger. */
function scatterOfSteps({ x, y }: Column): number {
  const steps: number[] = [];
  for (let i = 1; i < y.length; i++) if (Math.abs(x[i]! - x[i - 1]!) < 8) steps.push(y[i]! - y[i - 1]!);
  return steps.length < 5 ? 0 : robustDeviation(steps) / Math.SQRT2;
}

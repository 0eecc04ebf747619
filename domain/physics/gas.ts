/** The gas side of an AERO: what its pressure says once temperature and stroke are taken out (domain.md 2.3). */
const ATMOSPHERE = 1.013;
const KELVIN = 273.15;
/** 15 °C: where lengths and pressures of an installation are given. */
export const REFERENCE_TEMPERATURE = 15;

/** bar absolute of bar gauge. */
export function absolutePressure(gauge: number): number {
  return gauge + ATMOSPHERE;
}

/**
 * Gas column V0/A in m at which the pressure does not change with temperature: α·L·T0.
 * 3.43 m for 700 m of copper.
 */
export function tunedColumn(length: number, expansion: number): number {
  return expansion * length * (KELVIN + REFERENCE_TEMPERATURE);
}

/**
 * Relative amount of gas, P·V/T, in arbitrary units: divide by a reference (its commissioning median).
 * @param gauge bar(g) @param temperature °C of the gas @param stroke mm from where `column` was taken
 * @param column gas column h0 in m
 */
export function gasQuantity(gauge: number, temperature: number, stroke: number, column: number): number {
  return (absolutePressure(gauge) * (column + stroke / 1000)) / (temperature + KELVIN);
}

/** Pressure (bar(g)) a sealed gas takes when it is warmed and its ram moves, from one state to another. */
export function gasPressure(
  gauge: number,
  from: { temperature: number; stroke: number },
  to: { temperature: number; stroke: number },
  column: number,
): number {
  const volume = (column + from.stroke / 1000) / (column + to.stroke / 1000);
  return (
    absolutePressure(gauge) * ((to.temperature + KELVIN) / (from.temperature + KELVIN)) * volume - ATMOSPHERE
  );
}

/**
 * Pressure in bar absolute brought to 20 °C at a fixed volume: true of a seized unit or a closed bottle
 * only, wrong for a ram that moves. Never call it "compensated pressure".
 */
export function fixedVolumePressure(gauge: number, temperature: number): number {
  return (absolutePressure(gauge) * (20 + KELVIN)) / (temperature + KELVIN);
}

export interface GasPoint {
  readonly time: number;
  readonly pressure: number;
  readonly temperature: number;
  readonly stroke: number;
}
/** ln P = a + b·T + c·s of a healthy stretch. */
export interface GasModel {
  readonly a: number;
  /** 1/K; about 1/T0 = 0.00347. */
  readonly b: number;
  /** 1/mm; about −1/h0. */
  readonly c: number;
}

/** Least squares of ln P on temperature and stroke; null when the two hardly vary, or only together. */
export function fitGas(points: readonly GasPoint[]): GasModel | null {
  const n = points.length;
  if (n < 50) return null;
  const logs = points.map((point) => Math.log(absolutePressure(point.pressure)));
  const average = (of: (i: number) => number) => points.reduce((sum, _, i) => sum + of(i), 0) / n;
  const [mt, ms, mp] = [
    average((i) => points[i]!.temperature),
    average((i) => points[i]!.stroke),
    average((i) => logs[i]!),
  ];
  let [tt, ss, ts, tp, sp] = [0, 0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [t, s, p] = [points[i]!.temperature - mt, points[i]!.stroke - ms, logs[i]! - mp];
    tt += t * t;
    ss += s * s;
    ts += t * s;
    tp += t * p;
    sp += s * p;
  }
  const determinant = tt * ss - ts * ts;
  // A ram in perfect step with temperature leaves nothing to tell the two apart.
  if (!(determinant > 1e-4 * tt * ss)) return null;
  const b = (tp * ss - sp * ts) / determinant;
  const c = (sp * tt - tp * ts) / determinant;
  return { a: mp - b * mt - c * ms, b, c };
}

/** Amount of gas relative to the model's stretch, 1 = as then: exp of the residual of ln P. */
export function relativeGas({ a, b, c }: GasModel, point: GasPoint): number {
  return Math.exp(Math.log(absolutePressure(point.pressure)) - a - b * point.temperature - c * point.stroke);
}

/** Whose a change of stroke and pressure is: each cause moves the two in a direction of its own. */
export const ORIGINS = ['wire', 'stroke_sensor', 'gas', 'pressure_sensor'] as const;
export type Origin = (typeof ORIGINS)[number];

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

/** The origin of a change of stroke and pressure: each origin moves the two in its own direction. */
export const ORIGINS = ['wire', 'stroke_sensor', 'gas', 'pressure_sensor'] as const;
export type Origin = (typeof ORIGINS)[number];

export interface Geometry {
  /** Believed slope, signed, and its error, mm/°C. */
  readonly slope: number;
  readonly slopeError: number;
  /** Gas column, mm. */
  readonly column: number;
  /** mm by which the loss of all the gas would draw the ram in, towards the cold side. */
  readonly draws: number;
  /** Share of a loss of gas that shows in the pressure. */
  readonly shows: number;
}

/**
 * Priors of unrecorded work: gas was filled in, or the ram was readjusted at the same time. The second fits
 * any stroke within some 100 mm, so each mm gets only its share.
 */
const FILLED = 0.04;
const SET_ANEW = 0.001;

/**
 * Probability of each origin, given a change of stroke (mm) and of ln pressure with standard errors. The
 * remainder to 1 is work done, as a rising pressure that moves the ram is neither a leak nor its sensor's
 * fault. Tolerances are the uncertainty of the geometry; the factors 0.3, 0.2, 0.35 and 0.15 are prior
 * probabilities.
 */
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
    // Amplitude by projection, then again with the tolerances at that amplitude.
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
  // Only losses: gas does not return by itself.
  const leak = misfit(-side * draws, -shows, 0.3 * draws, 0.1);
  const pressure = misfit(0, 1, 0.08 * draws, 0);
  const raw: Record<Origin, number> = {
    wire: 0.3 * Math.exp(-wire.chi / 2),
    stroke_sensor: 0.2 * Math.exp(-sensor.chi / 2),
    gas: leak.amount > 0 ? 0.35 * Math.exp(-leak.chi / 2) : 0,
    pressure_sensor: 0.15 * Math.exp(-pressure.chi / 2),
  };
  // Gas that was filled in pushes the ram out as far as its loss would draw it in.
  const worked = gas > gasError && leak.amount < 0 ? FILLED * Math.exp(-leak.chi / 2) + SET_ANEW : 0;
  const total = raw.wire + raw.stroke_sensor + raw.gas + raw.pressure_sensor + worked;
  if (!(total > 0)) {
    // Far from all of them: the nearest one, without certainty.
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

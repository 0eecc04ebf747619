/** The open-circuit voltage of a Li-ion cell (docs/domain.md, "Box"). */

/** Volts, and the state of charge, 0 to 1. */
const CURVE = [
  [3.3, 0],
  [3.55, 0.1],
  [3.66, 0.25],
  [3.76, 0.5],
  [3.93, 0.75],
  [4.06, 0.9],
  [4.18, 1],
] as const;
const FULL = 4.18;

/** State of charge, 0 to 1, at an open-circuit voltage, V. */
export function chargeAt(volts: number): number {
  for (let i = 1; i < CURVE.length; i++) {
    const [v1, c1] = CURVE[i]!;
    const [v0, c0] = CURVE[i - 1]!;
    if (volts <= v1) return c0 + Math.max(0, (volts - v0) / (v1 - v0)) * (c1 - c0);
  }
  return 1;
}

/**
 * V around a level over which the slope of the curve is taken: its corners come from the table, not from the
 * cell.
 */
const ABOUT = 0.08;

/** V by which the open-circuit voltage rises around a level, V, scaled to the whole charge. */
export function riseAt(volts: number): number {
  const high = Math.min(FULL, volts + ABOUT);
  const low = Math.min(volts, FULL - ABOUT) - ABOUT;
  return (high - low) / Math.max(0.01, chargeAt(high) - chargeAt(low));
}

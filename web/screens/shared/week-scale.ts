/** The scale of a stroke's curve: small changes must look small, whatever the values. */

/** Minimum mm of a scale, and minimum as a share of the stroke between the stops. */
const LEAST = 100;
const SHARE = 0.2;
/** Round steps between the lines of the scale, mm. */
const STEPS = [10, 20, 25, 50, 100, 200, 250, 500] as const;
const LINES = 5;

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Values of its horizontal lines, ascending: the first is `low`, the last `high`. */
  readonly lines: readonly number[];
}

/**
 * A scale in round numbers that contains all values (mm); `travel` is the stroke between the stops, 0 if
 * unknown.
 */
export function scaleOf(values: readonly number[], travel: number): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(most - least, LEAST, SHARE * travel);
  const middle = (least + most) / 2;
  const step = STEPS.find((one) => span / one <= LINES - 1) ?? STEPS.at(-1)!;
  const low = Math.floor((middle - span / 2) / step) * step;
  const high = Math.ceil((middle + span / 2) / step) * step;
  const count = Math.round((high - low) / step) + 1;
  return { low, high, lines: Array.from({ length: count }, (_, i) => low + i * step) };
}

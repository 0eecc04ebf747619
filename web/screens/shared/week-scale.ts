/** The scale of a stroke's curve: what is small looks small, whatever the values. */

/** mm that a scale spans at least, and as a share of the stroke between the stops. */
const LEAST = 100;
const SHARE = 0.2;
/** Round steps between its lines, mm. */
const STEPS = [10, 20, 25, 50, 100, 200, 250, 500] as const;
const LINES = 5;

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Values of its horizontal lines, ascending: the first is `low`, the last `high`. */
  readonly lines: readonly number[];
}

/** A scale in round numbers that holds all values (mm); `travel` is the stroke between the stops, 0 when unknown. */
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

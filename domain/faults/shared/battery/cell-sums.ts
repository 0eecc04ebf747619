/** The battery over one day, night and charge: its voltage against current, charge and temperature, as sums. */
import { HOUR } from '../../../durations.ts';
import type { Samples } from '../days/samples.ts';
import { coldFactor, degreesAt, placesOfBattery } from './battery-sums.ts';
import { dips } from './send-dips.ts';

/** Columns of the sums: current times `coldFactor`, A; charge taken in, Ah; temperature, K; voltage, V. */
export const CELL_COLUMNS = 4;
export const VOLTS = 3;

/** Sums of products about the day's means, row by row; `level`: the day's mean voltage, V. */
export interface CellSums {
  readonly n: number;
  readonly products: Float64Array;
  readonly level: number;
}

/** mA from which the battery charges. */
const CHARGING = 5;
/** Hours before and after the first charge that are included: rest before dawn, charge, and full. */
const REST = 8;
const AFTER = 10;
/** Hours without a measure beyond which the charge is unknown. */
const GAP = 2.1;
const MIN_ROWS = 6;

/** Charge taken in until each measure, Ah; null with a gap, across which it is unknown. */
function takenIn({ time, charge_current: current }: Samples, list: readonly number[]): Float64Array | null {
  const charge = new Float64Array(list.length);
  for (let i = 1; i < list.length; i++) {
    const [before, at] = [list[i - 1]!, list[i]!];
    const hours = (time[at]! - time[before]!) / HOUR;
    if (hours > GAP) return null;
    charge[i] = charge[i - 1]! + ((current[at]! + current[before]!) / 2000) * hours;
  }
  return charge;
}

/** Adds a row to sums and sums of products. */
function add(row: Float64Array, sums: Float64Array, products: Float64Array): void {
  for (let a = 0; a < CELL_COLUMNS; a++) {
    sums[a]! += row[a]!;
    for (let b = 0; b < CELL_COLUMNS; b++) products[a * CELL_COLUMNS + b]! += row[a]! * row[b]!;
  }
}

/** Sums of a UTC day; null with a gap or too few measures. */
export function cellSums(samples: Samples): CellSums | null {
  const { time, battery_voltage: volts, charge_current: currents } = samples;
  const list = placesOfBattery(samples);
  const charge = takenIn(samples, list);
  if (charge === null || list.length < MIN_ROWS) return null;
  const first = list.find((at) => currents[at]! > CHARGING);
  const from = first === undefined ? Number.NEGATIVE_INFINITY : time[first]! - REST * HOUR;
  const to = first === undefined ? Number.POSITIVE_INFINITY : time[first]! + AFTER * HOUR;
  const sums = new Float64Array(CELL_COLUMNS);
  const products = new Float64Array(CELL_COLUMNS ** 2);
  const row = new Float64Array(CELL_COLUMNS);
  // Relative to a value near the mean, because otherwise the products would lose digits.
  const about = volts[list[0]!]!;
  let n = 0;
  // Without the first and last of a day, when a box often sends: a single neighbour is not enough to
  // recognize a dip.
  for (let i = 1; i < list.length - 1; i++) {
    const at = list[i]!;
    if (time[at]! < from || time[at]! > to || dips(samples, list, i)) continue;
    const degrees = degreesAt(samples, at);
    row[0] = (currents[at]! / 1000) * coldFactor(degrees);
    row[1] = charge[i]!;
    row[2] = degrees;
    row[VOLTS] = volts[at]! - about;
    add(row, sums, products);
    n++;
  }
  if (n < MIN_ROWS) return null;
  products.forEach((_, k) => {
    products[k]! -= (sums[Math.floor(k / CELL_COLUMNS)]! * sums[k % CELL_COLUMNS]!) / n;
  });
  return { n, products, level: about + sums[VOLTS]! / n };
}

/** Charging of the battery on one day: voltage against current and charge, as sums that can be added over days. */
import { HOUR } from '../durations.ts';
import { placesWhere, type Samples } from './samples.ts';

/** Sums of products about the day's means. 1: current times `coldFactor`, A; 2: charge since dawn, Ah; y: voltage, V. */
export interface BatterySums {
  readonly n: number;
  readonly s11: number;
  readonly s12: number;
  readonly s22: number;
  readonly s1y: number;
  readonly s2y: number;
}

/** Factor on the inner resistance of a Li-ion cell: 3 % more for each degree below 20 °C (domain.md 6.4). */
export function coldFactor(temperature: number): number {
  return 1 + 0.03 * Math.max(0, 20 - temperature);
}

/** mA above which the battery charges, and below which, after charging, it is full. */
const CHARGING = 10;
const FULL = 6;
/** Measures before dawn that are included, at zero current. */
const BEFORE_DAWN = 3;
const MIN_ROWS = 5;
/** °C of a battery whose temperature was not measured. */
const UNKNOWN = 10;

/**
 * Sums from the first charge of the morning until the battery is full: there the voltage rises by R·I with the
 * current and by U′/C with the charge taken in. Null if the day has no such stretch.
 */
export function batterySums(samples: Samples): BatterySums | null {
  const { time, temperature, battery_voltage: volts, charge_current: currents } = samples;
  const list = placesWhere(samples, (i) => !(Number.isNaN(volts[i]!) || Number.isNaN(currents[i]!)));
  const first = list.findIndex((at) => currents[at]! > 0);
  // When a day's data begins in daylight, the charge before it is unknown.
  if (first < BEFORE_DAWN) return null;
  const rows: [number, number, number][] = [];
  let charge = 0;
  let charged = false;
  for (let i = first - BEFORE_DAWN; i < list.length; i++) {
    const at = list[i]!;
    const current = currents[at]!;
    if (i >= first && current <= FULL && charged) break;
    charged ||= current > CHARGING;
    if (rows.length > 0) {
      const before = list[i - 1]!;
      charge += ((current + currents[before]!) / 2000) * ((time[at]! - time[before]!) / HOUR);
    }
    const degrees = Number.isNaN(temperature[at]!) ? UNKNOWN : temperature[at]!;
    rows.push([(current / 1000) * coldFactor(degrees), charge, volts[at]!]);
  }
  if (!charged || rows.length < MIN_ROWS) return null;
  const middle = (at: 0 | 1 | 2) => rows.reduce((sum, row) => sum + row[at], 0) / rows.length;
  const [m1, m2, my] = [middle(0), middle(1), middle(2)];
  const sums = { n: rows.length, s11: 0, s12: 0, s22: 0, s1y: 0, s2y: 0 };
  for (const [current, taken, voltage] of rows) {
    const [a, b, y] = [current - m1, taken - m2, voltage - my];
    sums.s11 += a * a;
    sums.s12 += a * b;
    sums.s22 += b * b;
    sums.s1y += a * y;
    sums.s2y += b * y;
  }
  return sums;
}

/** Inner resistance at 20 °C and its standard error, Ω, from the sums of several days; null if they are singular. */
export function resistanceOf(days: readonly BatterySums[]): { ohms: number; error: number } | null {
  const total = { n: 0, s11: 0, s12: 0, s22: 0, s1y: 0, s2y: 0 };
  for (const day of days)
    for (const key of Object.keys(total) as (keyof BatterySums)[]) total[key] += day[key];
  const determinant = total.s11 * total.s22 - total.s12 ** 2;
  if (!(determinant > 1e-6 * total.s11 * total.s22)) return null;
  const ohms = (total.s1y * total.s22 - total.s2y * total.s12) / determinant;
  return { ohms, error: RESOLUTION / Math.sqrt(determinant / total.s22) };
}

/** Scatter of a voltage measured in steps of 10 mV, with a margin, V. */
const RESOLUTION = 0.004;

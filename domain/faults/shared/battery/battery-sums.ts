/** Charging of the battery on one day: voltage against current and charge, as sums that can be added over days. */
import { HOUR } from '../../../durations.ts';
import { median } from '../../../physics/statistics.ts';
import { placesWhere, type Samples } from '../days/samples.ts';
import { dips } from './send-dips.ts';

/** Sums of products about the day's means. 1: current times `coldFactor`, A; 2: charge since dawn, Ah; y: voltage, V. */
export interface BatterySums {
  readonly n: number;
  readonly s11: number;
  readonly s12: number;
  readonly s22: number;
  readonly s1y: number;
  readonly s2y: number;
  readonly syy: number;
}

/**
 * Factor on the inner resistance of a Li-ion cell: 3 % for each degree below 20 °C (docs/domain.md, "Box").
 */
export function coldFactor(temperature: number): number {
  return 1 + 0.03 * Math.max(0, 20 - temperature);
}

/** mA above which the battery charges, and below which, after charging, it is full. */
const CHARGING = 10;
const FULL = 6;
/** Measures before dawn that are included, at zero current, while the box does not send. */
const BEFORE_DAWN = 3;
/** One of them with current: a box that logs hourly takes no more before its battery is full. */
const MIN_ROWS = BEFORE_DAWN + 1;
/** °C assumed for a battery whose temperature was not measured. */
const UNKNOWN = 10;

/** Indices of the samples that have a battery's voltage and current. */
export const placesOfBattery = (samples: Samples): number[] =>
  placesWhere(
    samples,
    (i) => !(Number.isNaN(samples.battery_voltage[i]!) || Number.isNaN(samples.charge_current[i]!)),
  );

/** Temperature of the battery at an index of the samples, °C. */
export const degreesAt = ({ temperature }: Samples, at: number): number =>
  Number.isNaN(temperature[at]!) ? UNKNOWN : temperature[at]!;

/**
 * Sums from the first charge of the morning until the battery is full: in that time the voltage rises by R·I
 * with the current and by U′/C with the charge taken in. Null if the day has no such stretch.
 */
export function batterySums(samples: Samples): BatterySums | null {
  const { time, battery_voltage: volts, charge_current: currents } = samples;
  const list = placesOfBattery(samples);
  const first = list.findIndex((at) => currents[at]! > 0);
  const dark = list.flatMap((_, i) => (i < first && !dips(samples, list, i) ? [i] : [])).slice(-BEFORE_DAWN);
  // When a day's data begins in daylight, the charge before it is unknown.
  if (dark.length < BEFORE_DAWN) return null;
  const rows: [number, number, number][] = [];
  let charge = 0;
  let charged = false;
  for (let i = dark[0]!; i < list.length; i++) {
    const at = list[i]!;
    const current = currents[at]!;
    if (i >= first && current <= FULL && charged) break;
    charged ||= current > CHARGING;
    if (rows.length > 0) {
      const before = list[i - 1]!;
      charge += ((current + currents[before]!) / 2000) * ((time[at]! - time[before]!) / HOUR);
    }
    if (dips(samples, list, i)) continue;
    rows.push([(current / 1000) * coldFactor(degreesAt(samples, at)), charge, volts[at]!]);
  }
  if (!charged || rows.length < MIN_ROWS) return null;
  const middle = (at: 0 | 1 | 2) => rows.reduce((sum, row) => sum + row[at], 0) / rows.length;
  const [m1, m2, my] = [middle(0), middle(1), middle(2)];
  const sums = { n: rows.length, s11: 0, s12: 0, s22: 0, s1y: 0, s2y: 0, syy: 0 };
  for (const [current, taken, voltage] of rows) {
    const [a, b, y] = [current - m1, taken - m2, voltage - my];
    sums.s11 += a * a;
    sums.s12 += a * b;
    sums.s22 += b * b;
    sums.s1y += a * y;
    sums.s2y += b * y;
    sums.syy += y * y;
  }
  return sums;
}

/** Least scatter of a voltage measured in steps of 10 mV, with a margin, V. */
const RESOLUTION = 0.004;
/**
 * V by which the open-circuit voltage of a cell rises with each Ah, and its deviation: 0.06 to 0.18 V for 6.8
 * Ah (docs/domain.md, "Box"), more for an aged one. It is needed as an hourly log has one measure a morning,
 * in which charge and current cannot be separated.
 */
const RISE = 0.13;
const RISE_VARIES = 0.07;
/**
 * V by which a step of the converter may shift all nights relative to all mornings: part of 10 mV, and the
 * same every day where a battery is full every night.
 */
const STEP_SHIFT = 0.0004;
/** Rounds of reweighting, and factor on the usual variance of a morning from which its weight falls by half. */
const ROUNDS = 6;
const WILD = 4;

/** Inner resistance at 20 °C and its standard error, Ω. */
export interface Resistance {
  readonly ohms: number;
  readonly error: number;
}

/**
 * Weighted solution; `rise` in V/Ah, `share`: how far charge and current are correlated, `own`: information
 * of the current alone.
 */
function solved(mornings: readonly BatterySums[], weights: readonly number[], prior: number) {
  let [s11, s12, s22, s1y, s2y] = [0, 0, prior, 0, prior * RISE];
  mornings.forEach((one, i) => {
    const weight = weights[i]!;
    s11 += weight * one.s11;
    s12 += weight * one.s12;
    s22 += weight * one.s22;
    s1y += weight * one.s1y;
    s2y += weight * one.s2y;
  });
  const share = s12 / s22;
  const own = s11 - share * s12;
  const ohms = (s1y - share * s2y) / own;
  return { ohms, rise: (s2y - ohms * s12) / s22, share, own };
}
type Solved = ReturnType<typeof solved>;

/** Variance of a morning's voltages about the solution, V². */
function varianceOf({ n, s11, s12, s22, s1y, s2y, syy }: BatterySums, { ohms, rise }: Solved): number {
  const squares =
    syy - 2 * (ohms * s1y + rise * s2y) + ohms ** 2 * s11 + 2 * ohms * rise * s12 + rise ** 2 * s22;
  return Math.max(0, squares) / (n - 1);
}

/**
 * Inner resistance from the sums of several days; mornings that do not fit the others (a dip of the voltage,
 * sliding snow) count less, and the error follows from the differences between mornings. Null if no current
 * flowed.
 */
export function resistanceOf(mornings: readonly BatterySums[]): Resistance | null {
  let weights = mornings.map(() => 1);
  let scatter = RESOLUTION;
  let fit = solved(mornings, weights, (scatter / RISE_VARIES) ** 2);
  for (let round = 0; round < ROUNDS; round++) {
    if (!(fit.own > 0)) return null;
    const variances = mornings.map((one) => varianceOf(one, fit));
    const usual = Math.max(RESOLUTION ** 2, median(variances));
    scatter = Math.sqrt(usual);
    weights = variances.map((variance) => 1 / (1 + variance / (WILD * usual)));
    fit = solved(mornings, weights, usual / RISE_VARIES ** 2);
  }
  const { ohms, rise, share, own } = fit;
  let squares = (share * (scatter ** 2 / RISE_VARIES)) ** 2;
  let rows = 0;
  mornings.forEach((one, i) => {
    rows += weights[i]! * one.n;
    const ofCurrent = one.s1y - ohms * one.s11 - rise * one.s12;
    const ofCharge = one.s2y - ohms * one.s12 - rise * one.s22;
    squares += (weights[i]! * (ofCurrent - share * ofCharge)) ** 2;
  });
  const byChance = Math.max(Math.sqrt(squares) / own, RESOLUTION / Math.sqrt(own));
  return { ohms, error: Math.hypot(byChance, STEP_SHIFT / Math.sqrt(own / rows)) };
}

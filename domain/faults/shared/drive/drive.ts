/**
 * The drive of the ram, hour by hour: the wire's temperature as estimated from the device's, and the light.
 */

import { HOUR } from '../../../durations.ts';
import { absolutePressure } from '../../../physics/gas.ts';
import { quantile } from '../../../physics/statistics.ts';
import type { Day } from '../days/days.ts';

/** Hours of an AERO in columns, ascending times. */
export interface Drive {
  readonly n: number;
  readonly time: Float64Array;
  /** Estimated temperature of the wire, °C: the device's, corrected for its lag, plus the sun's heat. */
  readonly wire: Float64Array;
  /** °C of the device. */
  readonly temperature: Float64Array;
  /** mm. */
  readonly stroke: Float64Array;
  /** ln of the absolute pressure in bar; NaN where there is none. */
  readonly gas: Float64Array;
  /** Light, 1 = the brightest of the period; 0 by night and without a panel voltage. */
  readonly light: Float64Array;
}

/**
 * Hours by which the device lags behind the wire: time constants of 45 and 10 minutes (docs/domain.md,
 * "Stroke").
 */
const LAG = 0.5;
/**
 * °C by which full sun heats the wire more than the device: 12 minus 6, minus the effect of wind (docs/domain.md,
 * "Stroke").
 */
const SUN = 4.5;
/** Share by which a panel's voltage falls when the light falls to 1/e (docs/domain.md, "Box"). */
const PER_E = 0.04;
/** Panel voltage below which it is night, V. */
const NIGHT = 0.5;
/** Light below which an hour is dim: night, dusk, an overcast sky. */
export const DIM = 0.12;

/** Hourly columns of some days, ascending. */
export function driveOf(days: readonly Day[]): Drive {
  const hours = days.flatMap((day) => day.hours);
  const n = hours.length;
  const column = () => new Float64Array(n);
  const drive = {
    n,
    time: column(),
    wire: column(),
    temperature: column(),
    stroke: column(),
    gas: column(),
    light: column(),
  };
  const volts = hours.flatMap(({ solar_voltage }) => ((solar_voltage ?? 0) > NIGHT ? [solar_voltage!] : []));
  const brightest = volts.length === 0 ? 1 : quantile(volts, 0.98);
  hours.forEach((hour, i) => {
    const volt = hour.solar_voltage ?? 0;
    drive.time[i] = hour.time;
    drive.temperature[i] = hour.temperature;
    drive.stroke[i] = hour.stroke;
    drive.gas[i] =
      hour.pressure === null ? Number.NaN : Math.log(Math.max(0.1, absolutePressure(hour.pressure)));
    drive.light[i] = volt > NIGHT ? Math.min(1, Math.exp((volt / brightest - 1) / PER_E)) : 0;
  });
  for (let i = 0; i < n; i++) {
    const before = Math.max(0, i - 1);
    const after = Math.min(n - 1, i + 1);
    const span = (drive.time[after]! - drive.time[before]!) / HOUR;
    const rate = span > 0 && span < 3.5 ? (drive.temperature[after]! - drive.temperature[before]!) / span : 0;
    drive.wire[i] = drive.temperature[i]! + LAG * rate + SUN * drive.light[i]!;
  }
  return drive;
}

/** ms without a measure after which the ram's position within its loop is unknown. */
const FORGETS = 36 * HOUR;

/**
 * Position of a ram with a loop of `width` °C, as °C of its wire: it follows once the wire has left the band (the play
 * operator of Prandtl and Ishlinskii).
 */
export function playOf(drive: Pick<Drive, 'n' | 'time' | 'wire'>, width: number): Float64Array {
  const out = new Float64Array(drive.n);
  const half = width / 2;
  let at = drive.wire[0] ?? 0;
  for (let i = 0; i < drive.n; i++) {
    const wire = drive.wire[i]!;
    if (i > 0 && drive.time[i]! - drive.time[i - 1]! > FORGETS) at = wire;
    at = Math.min(wire + half, Math.max(wire - half, at));
    out[i] = at;
  }
  return out;
}

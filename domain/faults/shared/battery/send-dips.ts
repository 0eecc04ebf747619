/**
 * Dips of a battery's voltage while its box sends: 50 to 150 mV below its value at rest or while charging.
 */
import type { Samples } from '../days/samples.ts';

/**
 * V by which a measure is lower than its neighbours while the box sends; mA by which its current may differ.
 */
const DIP = 0.025;
const ALIKE = 3;

/**
 * Whether the `i`th of a list of indices was measured while the box sent: lower than its neighbours (the
 * first and last have only one), with as much charge.
 */
export function dips(
  { battery_voltage: volts, charge_current: current }: Samples,
  list: readonly number[],
  i: number,
): boolean {
  const at = list[i]!;
  const beside = [list[i - 1], list[i + 1]].filter((one) => one !== undefined);
  return (
    beside.every((one) => volts[at]! < volts[one]! - DIP) &&
    beside.some((one) => current[at]! >= current[one]! - ALIKE)
  );
}

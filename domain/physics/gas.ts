/**
 * The gas side of an AERO: what its pressure says once temperature and stroke are taken out (docs/domain.md, "Gas").
 */
const ATMOSPHERE = 1.013;
/** 0 °C in kelvin. */
export const KELVIN = 273.15;

/** bar absolute of bar gauge. */
export function absolutePressure(gauge: number): number {
  return gauge + ATMOSPHERE;
}

/** The gas of an AERO: its pressure without the effects of temperature and stroke (docs/domain.md, "Gas"). */
const ATMOSPHERE = 1.013;
/** 0 °C in kelvin. */
export const KELVIN = 273.15;

/** Converts bar gauge to bar absolute. */
export function absolutePressure(gauge: number): number {
  return gauge + ATMOSPHERE;
}

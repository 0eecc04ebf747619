/** Points with stroke and temperature, and the units of time they are asked by. */

/** A measure with stroke and temperature. */
export type FullPoint = {
  /** ms since 1970. */
  readonly time: number;
  /** °C. */
  readonly temperature: number;
  /** mm. */
  readonly stroke: number;
  readonly pressure: number | null;
  readonly solar_voltage: number | null;
};

/** A point with stroke and temperature. */
export type FullPoint = {
  /** ms since 1970. */
  readonly time: number;
  /** °C. */
  readonly temperature: number;
  /** mm. */
  readonly stroke: number;
  /** bar. */
  readonly pressure: number | null;
  /** V. */
  readonly solar_voltage: number | null;
};

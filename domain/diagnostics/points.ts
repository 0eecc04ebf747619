/** Points with stroke and temperature, and the units of time they are asked by. */
import type { StrokePoint } from '../physics/expected-stroke.ts';

/** A measure with stroke and temperature. */
export type FullPoint = StrokePoint & {
  readonly pressure: number | null;
  readonly solar_voltage: number | null;
};

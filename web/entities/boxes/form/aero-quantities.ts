import type { ConfigurationKey } from '@aerowatch/domain/box/box-configuration';
import type { QuantityKey } from '@aerowatch/domain/units';
import type { Measured } from '../../../forms/shown-bounds.ts';
import { fieldOf, quantityOf } from './configuration-value.ts';
import { type AeroValues, EDITED_KEYS } from './form-values.ts';

export type AeroQuantity = Exclude<
  keyof AeroValues,
  'serial_number' | 'model_type' | 'line' | 'track_number' | 'conductor_type' | 'expansion_coefficient'
>;
/** Quantity and stored decimals of each number, and which of them are limits. */
export const AERO_QUANTITIES: Record<
  AeroQuantity,
  { quantity: QuantityKey; decimals: number; limit: boolean }
> = {
  mechanical_tension: { quantity: 'force', decimals: 0, limit: false },
  regularized_length: { quantity: 'length', decimals: 1, limit: false },
  stroke_min: { quantity: 'length_small', decimals: 1, limit: true },
  stroke_max: { quantity: 'length_small', decimals: 1, limit: true },
  pressure_min: { quantity: 'pressure', decimals: 1, limit: true },
  pressure_max: { quantity: 'pressure', decimals: 1, limit: true },
  temperature_min: { quantity: 'temperature', decimals: 1, limit: true },
  temperature_max: { quantity: 'temperature', decimals: 1, limit: true },
  stroke_min_offset: { quantity: 'length_small', decimals: 1, limit: true },
  stroke_max_offset: { quantity: 'length_small', decimals: 1, limit: true },
  battery_min: { quantity: 'voltage', decimals: 2, limit: true },
};

/** Coefficients of expansion are stored per kelvin, and entered in millionths. */
export const EXPANSION_STEP = 1e6;
export const EXPANSION_UNIT = 'µm/(m·K)';

/** Pairs of limits whose second must not be below the first. */
export const AERO_PAIRS = [
  ['stroke_min', 'stroke_max'],
  ['pressure_min', 'pressure_max'],
  ['temperature_min', 'temperature_max'],
] as const satisfies readonly (readonly [AeroQuantity, AeroQuantity])[];

/** Quantity of each number of the box itself. */
export const PLACE_QUANTITIES = {
  altitude: 'length',
  temperature_coldest: 'temperature',
  temperature_hottest: 'temperature',
} as const satisfies Record<string, QuantityKey>;
export type PlaceQuantity = keyof typeof PLACE_QUANTITIES;

function measuredInConfiguration(key: ConfigurationKey): Measured | null {
  const field = fieldOf(key);
  const duration = field.kind === 'integer' ? field.duration : undefined;
  return duration === undefined ? quantityOf(key) : { duration };
}

/** The quantity of a number in the box form: `aeros.0.pressure_max`, `desired.stroke1_min`. */
export function measuredInBox(path: string): Measured | null {
  const [group, ...rest] = path.split('.');
  if (path === 'latitude' || path === 'longitude') return { unit: '°' };
  if (path === 'kilometer_point') return { unit: 'km' };
  if (path in PLACE_QUANTITIES) return { quantity: PLACE_QUANTITIES[path as PlaceQuantity] };
  const name = rest.at(-1) ?? '';
  if (group === 'aeros' && name in AERO_QUANTITIES)
    return { quantity: AERO_QUANTITIES[name as AeroQuantity].quantity };
  if (group === 'aeros' && name === 'expansion_coefficient')
    return { unit: EXPANSION_UNIT, step: EXPANSION_STEP };
  if (group === 'desired' && (EDITED_KEYS as string[]).includes(name))
    return measuredInConfiguration(name as ConfigurationKey);
  return null;
}

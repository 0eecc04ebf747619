/**
 * Quantities and their two unit systems. Everything is stored and sent in metric; imperial exists only on
 * screens and in forms. V, mA and kilometre points are the same in both.
 */
import { PLAIN_QUANTITIES } from './metrics.ts';

export { formatKilometerPoint } from './kilometer-point.ts';

export const UNIT_SYSTEMS = ['metric', 'imperial'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

interface Form {
  readonly unit: string;
  /** Decimals shown and typed. Imperial ones are precise enough to convert back to the metric decimals. */
  readonly decimals: number;
}
interface Quantity {
  readonly metric: Form;
  readonly imperial: Form;
  /** imperial = metric × factor + offset. */
  readonly factor: number;
  readonly offset: number;
  /** Key of the quantity for a difference of two values, where it converts differently from the values. */
  readonly difference?: 'temperature_difference';
}

/** psi per bar and lbf per daN, from the exact pound (0.45359237 kg), inch (25.4 mm) and 9.80665 m/s². */
const PSI = 100_000 / ((0.45359237 * 9.80665) / 0.0254 ** 2);
const LBF = 10 / (0.45359237 * 9.80665);

function plainQuantities(): Record<keyof typeof PLAIN_QUANTITIES, Quantity> {
  return Object.fromEntries(
    Object.entries(PLAIN_QUANTITIES).map(([key, form]) => [
      key,
      { metric: form, imperial: form, factor: 1, offset: 0 },
    ]),
  ) as Record<keyof typeof PLAIN_QUANTITIES, Quantity>;
}

export const QUANTITIES = {
  temperature: {
    metric: { unit: '°C', decimals: 1 },
    imperial: { unit: '°F', decimals: 1 },
    factor: 1.8,
    offset: 32,
    difference: 'temperature_difference',
  },
  temperature_difference: {
    metric: { unit: '°C', decimals: 1 },
    imperial: { unit: '°F', decimals: 1 },
    factor: 1.8,
    offset: 0,
  },
  pressure: {
    metric: { unit: 'bar', decimals: 1 },
    imperial: { unit: 'psi', decimals: 0 },
    factor: PSI,
    offset: 0,
  },
  length_small: {
    metric: { unit: 'mm', decimals: 0 },
    imperial: { unit: 'in', decimals: 2 },
    factor: 1 / 25.4,
    offset: 0,
  },
  length: {
    metric: { unit: 'm', decimals: 1 },
    imperial: { unit: 'ft', decimals: 1 },
    factor: 1 / 0.3048,
    offset: 0,
  },
  force: {
    metric: { unit: 'daN', decimals: 0 },
    imperial: { unit: 'lbf', decimals: 0 },
    factor: LBF,
    offset: 0,
  },
  slope_temperature: {
    metric: { unit: 'mm/°C', decimals: 1 },
    imperial: { unit: 'in/°F', decimals: 3 },
    factor: 1 / 45.72,
    offset: 0,
  },
  slope_time: {
    metric: { unit: 'mm/h', decimals: 1 },
    imperial: { unit: 'in/h', decimals: 3 },
    factor: 1 / 25.4,
    offset: 0,
  },
  // Of the stroke of an AERO's model.
  share: { metric: { unit: '%', decimals: 1 }, imperial: { unit: '%', decimals: 1 }, factor: 1, offset: 0 },
  // A grade is shown in words; the number of missed uploads is a plain number.
  chance: { metric: { unit: '%', decimals: 0 }, imperial: { unit: '%', decimals: 0 }, factor: 1, offset: 0 },
  grade: { metric: { unit: '', decimals: 0 }, imperial: { unit: '', decimals: 0 }, factor: 1, offset: 0 },
  upload_times: {
    metric: { unit: '×', decimals: 1 },
    imperial: { unit: '×', decimals: 1 },
    factor: 1,
    offset: 0,
  },
  ...plainQuantities(),
} as const satisfies Record<string, Quantity>;
export type QuantityKey = keyof typeof QUANTITIES;

/** The quantity for a difference of two values: 10 °C more is 18 °F more, not 50 °F. */
export function differenceOf(quantity: QuantityKey): QuantityKey {
  return (QUANTITIES[quantity] as Quantity).difference ?? quantity;
}

/** Removes binary rounding errors by rounding to 12 significant digits. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}

/** Rounds half away from zero to `decimals`; −0 becomes 0. */
export function roundTo(value: number, decimals: number): number {
  const scaled = Math.abs(value) * 10 ** decimals;
  const rounded = (Math.sign(value) * Math.round(Number(scaled.toPrecision(15)))) / 10 ** decimals;
  return rounded === 0 ? 0 : rounded;
}

/** Converts a stored (metric) value to the unit of `system`, unrounded. */
export function toDisplay(quantity: QuantityKey, system: UnitSystem, value: number): number {
  const { factor, offset } = QUANTITIES[quantity];
  return system === 'metric' || factor === 1 ? value : value * factor + offset;
}

/**
 * Converts a value in the unit of `system` to the stored (metric) one; the inverse of `toDisplay`, to 12
 * digits.
 */
export function fromDisplay(quantity: QuantityKey, system: UnitSystem, value: number): number {
  const { factor, offset } = QUANTITIES[quantity];
  return system === 'metric' || factor === 1 ? value : clean((value - offset) / factor);
}

/** A stored value for display: in the unit of `system`, with its decimals. */
export function shown(quantity: QuantityKey, system: UnitSystem, value: number): number {
  return roundTo(toDisplay(quantity, system, value), decimalsOf(quantity, system));
}

/**
 * The value to store for one typed in the unit of `system`. Imperial entries are rounded to the metric
 * decimals, so that a value shown and typed back is stored unchanged. `metricDecimals` where a field keeps
 * other decimals than its quantity shows.
 */
export function entered(
  quantity: QuantityKey,
  system: UnitSystem,
  value: number,
  metricDecimals: number = QUANTITIES[quantity].metric.decimals,
): number {
  return system === 'metric' ? value : roundTo(fromDisplay(quantity, system, value), metricDecimals);
}

/** The unit's label. */
export function unitOf(quantity: QuantityKey, system: UnitSystem): string {
  return QUANTITIES[quantity][system].unit;
}

/** Decimals shown and typed. */
export function decimalsOf(quantity: QuantityKey, system: UnitSystem): number {
  return QUANTITIES[quantity][system].decimals;
}

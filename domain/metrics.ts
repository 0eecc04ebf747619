/** A quantity with the same unit in both unit systems. */
interface PlainQuantity {
  readonly unit: string;
  /** Decimals shown and typed. */
  readonly decimals: number;
}

/** Quantities of metrics without an imperial unit; `units.ts` adds the others. */
export const PLAIN_QUANTITIES = {
  voltage: { unit: 'V', decimals: 2 },
  current: { unit: 'mA', decimals: 0 },
} as const satisfies Record<string, PlainQuantity>;

/**
 * The measured metrics: one row per metric, from which schemas, columns, SQL functions, charts, exports,
 * conditions and the simulator derive. Stored and sent in the metric unit of the quantity.
 */
interface Metric {
  /** Key of the quantity in `units.ts`, which knows its unit, its decimals and its imperial form. */
  readonly quantity: 'temperature' | 'pressure' | 'length_small' | keyof typeof PLAIN_QUANTITIES;
  /** Smallest difference shown on screen, in the stored unit. */
  readonly step: number;
  /** Lowest value that the sensor can physically give; a value outside is not a measure and becomes null. */
  readonly min: number;
  readonly max: number;
  /** An ordinary value in the stored unit, for templates of files. */
  readonly example: number;
  /**
   * SenML units accepted (RFC 8428 and its secondary units), with the conversion of each to the stored one;
   * its own first.
   */
  readonly senml: Readonly<Record<string, (value: number) => number>>;
  /** True when it belongs to the box rather than to the tensioner. */
  readonly ofBox: boolean;
  /** True when a condition of a supervisor may watch it. */
  readonly watched: boolean;
}

const same = (value: number) => value;

export const METRICS = {
  temperature: {
    quantity: 'temperature',
    step: 0.1,
    min: -60,
    max: 100,
    example: 12.5,
    senml: { Cel: same, K: (value) => value - 273.15 },
    ofBox: false,
    watched: true,
  },
  pressure: {
    quantity: 'pressure',
    step: 0.1,
    min: 0,
    max: 400,
    example: 78.4,
    senml: { bar: same, Pa: (value) => value / 100_000, hPa: (value) => value / 1000 },
    ofBox: false,
    watched: true,
  },
  stroke: {
    quantity: 'length_small',
    step: 1,
    min: -50,
    max: 2050,
    example: 412,
    senml: { mm: same, m: (value) => value * 1000 },
    ofBox: false,
    watched: true,
  },
  battery_voltage: {
    quantity: 'voltage',
    step: 0.01,
    min: 0,
    max: 30,
    example: 4.1,
    senml: { V: same, mV: (value) => value / 1000 },
    ofBox: true,
    watched: true,
  },
  solar_voltage: {
    quantity: 'voltage',
    step: 0.01,
    min: 0,
    max: 60,
    example: 5.6,
    senml: { V: same, mV: (value) => value / 1000 },
    ofBox: true,
    watched: false,
  },
  charge_current: {
    quantity: 'current',
    step: 1,
    min: -5000,
    max: 5000,
    example: 120,
    senml: { mA: same, A: (value) => value * 1000 },
    ofBox: true,
    watched: false,
  },
} as const satisfies Record<string, Metric>;

export type MetricKey = keyof typeof METRICS;
export const METRIC_KEYS = Object.keys(METRICS) as [MetricKey, ...MetricKey[]];

/** A value of each metric, in the order of the table. */
export function perMetric<T>(entry: (metric: MetricKey) => T): Record<MetricKey, T> {
  return Object.fromEntries(METRIC_KEYS.map((metric) => [metric, entry(metric)])) as Record<MetricKey, T>;
}

/** No values: a datapoint starts with null for every metric. */
export const NO_VALUES: Readonly<Record<MetricKey, number | null>> = perMetric(() => null);

/** Values that boxes send in place of a missing sample, whatever the metric (docs/devices.md, "Measures"). */
export const SENTINELS: readonly number[] = [-999, 32767, -32768, 65535];

/**
 * The value of a metric that may be stored: null when absent, not finite, a sentinel or outside the sensor's
 * range.
 */
export function physicalValue(metric: MetricKey, value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value) || SENTINELS.includes(value))
    return null;
  const { min, max } = METRICS[metric];
  return value < min || value > max ? null : value;
}

/** One datapoint of an AERO: time in ms since 1970 UTC, and a value of each metric (null when missing). */
export type Measure = { time: number } & Record<MetricKey, number | null>;

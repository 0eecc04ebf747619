/**
 * The measured metrics: one row per metric, from which schemas, columns, charts, exports and the
 * simulator derive. Stored and sent in metric units.
 */
export interface Metric {
  /** Unit as stored and sent. */
  readonly unit: string;
  /** Key of the quantity in `units.ts`, which knows its imperial form. */
  readonly quantity: 'temperature' | 'pressure' | 'length_small' | 'voltage' | 'current';
  /** Smallest difference shown on screen, in the stored unit. */
  readonly step: number;
  /** Decimals shown in metric. */
  readonly decimals: number;
  /** What the sensor can physically give; a value outside is not a measure and becomes null. */
  readonly min: number;
  readonly max: number;
  /** SenML unit name (RFC 8428 and its secondary units). */
  readonly senml: string;
  /** True when it belongs to the box rather than to the tensioner. */
  readonly ofBox: boolean;
}

export const METRICS = {
  temperature: {
    unit: '°C',
    quantity: 'temperature',
    step: 0.1,
    decimals: 1,
    min: -60,
    max: 100,
    senml: 'Cel',
    ofBox: false,
  },
  pressure: {
    unit: 'bar',
    quantity: 'pressure',
    step: 0.1,
    decimals: 1,
    min: 0,
    max: 400,
    senml: 'bar',
    ofBox: false,
  },
  stroke: {
    unit: 'mm',
    quantity: 'length_small',
    step: 1,
    decimals: 0,
    min: -50,
    max: 2050,
    senml: 'mm',
    ofBox: false,
  },
  battery_voltage: {
    unit: 'V',
    quantity: 'voltage',
    step: 0.01,
    decimals: 2,
    min: 0,
    max: 30,
    senml: 'V',
    ofBox: true,
  },
  solar_voltage: {
    unit: 'V',
    quantity: 'voltage',
    step: 0.01,
    decimals: 2,
    min: 0,
    max: 60,
    senml: 'V',
    ofBox: true,
  },
  charge_current: {
    unit: 'mA',
    quantity: 'current',
    step: 1,
    decimals: 0,
    min: -5000,
    max: 5000,
    senml: 'mA',
    ofBox: true,
  },
} as const satisfies Record<string, Metric>;

export type MetricKey = keyof typeof METRICS;
export const METRIC_KEYS = Object.keys(METRICS) as MetricKey[];

/** Values boxes send in place of a missing sample, whatever the metric (devices.md). */
export const SENTINELS: readonly number[] = [-999, 32767, -32768, 65535];

/**
 * The value of a metric as it may be stored: null when absent, not finite, a sentinel or outside what
 * the sensor can give.
 */
export function physicalValue(metric: MetricKey, value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value) || SENTINELS.includes(value))
    return null;
  const { min, max } = METRICS[metric];
  return value < min || value > max ? null : value;
}

/** One datapoint of an AERO: time in ms since 1970 UTC, and the six values (null when missing). */
export type Measure = { time: number } & Record<MetricKey, number | null>;

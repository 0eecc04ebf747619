import type { MetricKey } from '@aerowatch/domain/metrics';

export const CURVE_MODES = ['combined', 'inverted', 'split'] as const;
export type CurveMode = (typeof CURVE_MODES)[number];

/** Columns of one AERO as the API answers them, with live measures appended. */
export interface Curve {
  aero: number;
  time: number[];
  count: number[];
  metrics: Partial<
    Record<MetricKey, { min: (number | null)[]; max: (number | null)[]; mean: (number | null)[] }>
  >;
  expected?: (number | null)[];
}
export interface Curves {
  resolution: 'raw' | number;
  series: Curve[];
}

/** One colour per curve, told apart on both themes; expected strokes take their AERO's. */
export const CURVE_COLORS = [
  '#1971c2',
  '#e8590c',
  '#2f9e44',
  '#ae3ec9',
  '#d6336c',
  '#0c8599',
  '#9c6f00',
  '#5f3dc4',
] as const;
/** Metrics of one AERO are told apart by these. */
export const METRIC_COLORS = {
  stroke: '#1971c2',
  pressure: '#e8590c',
  temperature: '#d6336c',
  battery_voltage: '#2f9e44',
  solar_voltage: '#9c6f00',
  charge_current: '#ae3ec9',
} as const satisfies Record<MetricKey, string>;

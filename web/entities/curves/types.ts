import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';

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

/** One colour per curve, distinguishable on both themes; an expected stroke takes its AERO's. */
export const CURVE_COLORS = [
  '#1971c2',
  '#e8590c',
  '#2f9e44',
  '#ae3ec9',
  '#d6336c',
  '#0c8599',
  '#9c6f00',
  '#7048e8',
  '#5c7a0a',
  '#8a5a44',
] as const;
/**
 * When the colours repeat the line styles change: solid, dots, dash and dot. Expected curves have long
 * dashes.
 */
export const CURVE_DASHES: readonly (readonly number[] | undefined)[] = [undefined, [2, 3], [10, 4, 2, 4]];
/** Colours of the metrics of one AERO, in the order of the metrics table. */
const METRIC_PALETTE = [
  '#d6336c',
  '#e8590c',
  '#1971c2',
  '#2f9e44',
  '#9c6f00',
  '#ae3ec9',
  '#0c8599',
  '#5f3dc4',
] as const;
export function metricColor(metric: MetricKey): string {
  return METRIC_PALETTE[METRIC_KEYS.indexOf(metric) % METRIC_PALETTE.length]!;
}

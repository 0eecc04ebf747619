import { METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { GAP_FACTOR, typicalInterval } from '@aerowatch/domain/series/gaps';
import { decimalsOf, type QuantityKey, toDisplay, type UnitSystem, unitOf } from '@aerowatch/domain/units';
import type { ChartPanel, ChartSeries, ChartThreshold } from '../../charts/types.ts';
import { CURVE_COLORS, type Curve, type CurveMode, type Curves, metricColor } from './types.ts';

export interface PanelInput {
  curves: Curves;
  metrics: readonly MetricKey[];
  mode: CurveMode;
  unitSystem: UnitSystem;
  /** Name of an AERO, of a metric, and of the expected stroke. */
  aeroName: (id: number) => string;
  metricName: (metric: MetricKey) => string;
  expectedName: string;
  thresholds?: readonly { metric: MetricKey; value: number; label: string; color: string }[];
}

function converted(
  quantity: QuantityKey,
  system: UnitSystem,
  values: readonly (number | null)[],
): readonly (number | null)[] {
  if (system === 'metric') return values;
  return values.map((value) => (value === null ? null : toDisplay(quantity, system, value)));
}

function curveOf(curve: Curve, metric: MetricKey, input: PanelInput, color: string): ChartSeries | null {
  const columns = curve.metrics[metric];
  if (!columns) return null;
  const { quantity } = METRICS[metric];
  const raw = input.curves.resolution === 'raw';
  const interval = raw ? typicalInterval(curve.time) : Number(input.curves.resolution) * 1000;
  const several = input.curves.series.length > 1;
  return {
    key: `${curve.aero}:${metric}`,
    label:
      several || input.metrics.length === 1
        ? `${input.aeroName(curve.aero)} · ${input.metricName(metric)}`
        : input.metricName(metric),
    unit: unitOf(quantity, input.unitSystem),
    decimals: decimalsOf(quantity, input.unitSystem),
    color,
    scale: metric,
    time: curve.time,
    value: converted(quantity, input.unitSystem, columns.mean),
    ...(raw
      ? {}
      : {
          min: converted(quantity, input.unitSystem, columns.min),
          max: converted(quantity, input.unitSystem, columns.max),
        }),
    ...(interval === null ? {} : { gapAfter: interval * GAP_FACTOR }),
  };
}

function expectedOf(curve: Curve, input: PanelInput, color: string): ChartSeries | null {
  if (!curve.expected?.some((value) => value !== null)) return null;
  return {
    key: `${curve.aero}:expected`,
    label:
      input.curves.series.length > 1
        ? `${input.aeroName(curve.aero)} · ${input.expectedName}`
        : input.expectedName,
    unit: unitOf('length_small', input.unitSystem),
    decimals: decimalsOf('length_small', input.unitSystem),
    color,
    scale: 'stroke',
    time: curve.time,
    value: converted('length_small', input.unitSystem, curve.expected),
    dashed: true,
  };
}

/** With one AERO metrics have the colours, with several the AEROs have them. */
function colorOf(input: PanelInput, index: number, metric: MetricKey): string {
  if (input.curves.series.length === 1) return metricColor(metric);
  const place = input.mode === 'split' ? index : index * input.metrics.length + input.metrics.indexOf(metric);
  return CURVE_COLORS[place % CURVE_COLORS.length]!;
}

function seriesOf(metric: MetricKey, input: PanelInput): ChartSeries[] {
  return input.curves.series.flatMap((curve, index) => {
    const color = colorOf(input, index, metric);
    const made = [
      curveOf(curve, metric, input, color),
      metric === 'stroke' ? expectedOf(curve, input, `${color}`) : null,
    ];
    return made.filter((series) => series !== null);
  });
}

function thresholdsOf(metrics: readonly MetricKey[], input: PanelInput): ChartThreshold[] {
  return (input.thresholds ?? [])
    .filter((limit) => metrics.includes(limit.metric))
    .map((limit) => ({
      scale: limit.metric,
      value: toDisplay(METRICS[limit.metric].quantity, input.unitSystem, limit.value),
      label: limit.label,
      color: limit.color,
    }));
}

/**
 * Panels of a choice of curves. Combined: one area, an axis per metric. Inverted: the same with every
 * metric but the first upside down, so that what moves against it runs beside it. Split: an area each.
 */
export function curvePanels(input: PanelInput): ChartPanel[] {
  if (input.mode === 'split') {
    return input.metrics.map((metric) => ({
      key: metric,
      title: input.metricName(metric),
      series: seriesOf(metric, input),
      thresholds: thresholdsOf([metric], input),
    }));
  }
  return [
    {
      key: 'all',
      series: input.metrics.flatMap((metric) => seriesOf(metric, input)),
      thresholds: thresholdsOf(input.metrics, input),
      ...(input.mode === 'inverted' ? { inverted: input.metrics.slice(1) } : {}),
    },
  ];
}

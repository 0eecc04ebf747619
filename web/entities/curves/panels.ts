import { METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { GAP_FACTOR, typicalInterval } from '@aerowatch/domain/series/gaps';
import { decimalsOf, type QuantityKey, toDisplay, type UnitSystem, unitOf } from '@aerowatch/domain/units';
import type { ChartPanel, ChartSeries, ChartThreshold } from '../../charts/types.ts';
import type { CurveThreshold } from './thresholds.ts';
import { CURVE_COLORS, CURVE_DASHES, type Curve, type CurveMode, type Curves, metricColor } from './types.ts';

export interface PanelInput {
  curves: Curves;
  metrics: readonly MetricKey[];
  mode: CurveMode;
  unitSystem: UnitSystem;
  /** Names of an AERO, of a metric, and of the expected stroke. */
  aeroName: (id: number) => string;
  metricName: (metric: MetricKey) => string;
  expectedName: string;
  thresholds?: readonly CurveThreshold[];
  /** The AERO whose comparison period this curve shows; null for a current curve. */
  earlierOf?: (id: number) => number | null;
  /** Name of a metric in the comparison period. */
  earlierName?: (metric: string) => string;
}

/** How a curve is drawn. */
type Line = Pick<ChartSeries, 'color' | 'dash' | 'pale'>;

function converted(
  quantity: QuantityKey,
  system: UnitSystem,
  values: readonly (number | null)[],
): readonly (number | null)[] {
  if (system === 'metric') return values;
  return values.map((value) => (value === null ? null : toDisplay(quantity, system, value)));
}

function curveOf(curve: Curve, metric: MetricKey, input: PanelInput, line: Line): ChartSeries | null {
  const columns = curve.metrics[metric];
  if (!columns) return null;
  const { quantity } = METRICS[metric];
  const raw = input.curves.resolution === 'raw';
  const several = input.curves.series.length > 1;
  return {
    key: `${curve.aero}:${metric}`,
    label:
      several || input.metrics.length === 1
        ? `${input.aeroName(curve.aero)} · ${input.metricName(metric)}`
        : input.metricName(metric),
    group: groupOf(curve, input, input.metricName(metric)),
    unit: unitOf(quantity, input.unitSystem),
    decimals: decimalsOf(quantity, input.unitSystem),
    ...line,
    scale: metric,
    time: curve.time,
    value: converted(quantity, input.unitSystem, columns.mean),
    ...(raw
      ? {}
      : {
          min: converted(quantity, input.unitSystem, columns.min),
          max: converted(quantity, input.unitSystem, columns.max),
        }),
    ...gapOf(curve, input),
  };
}

/** The pause that is drawn as a gap, for both measured and expected values. */
function gapOf(curve: Curve, input: PanelInput): Pick<ChartSeries, 'gapAfter'> {
  const { resolution } = input.curves;
  const interval = resolution === 'raw' ? typicalInterval(curve.time) : resolution * 1000;
  return interval === null ? {} : { gapAfter: interval * GAP_FACTOR };
}

/** A comparison period is listed under its AERO. */
function groupOf(curve: Curve, input: PanelInput, name: string): ChartSeries['group'] {
  const present = input.earlierOf?.(curve.aero) ?? null;
  return present === null
    ? { key: String(curve.aero), label: input.aeroName(curve.aero), name }
    : { key: String(present), label: input.aeroName(present), name: input.earlierName?.(name) ?? name };
}

function expectedOf(curve: Curve, input: PanelInput, color: string): ChartSeries | null {
  if (!curve.expected?.some((value) => value !== null)) return null;
  return {
    key: `${curve.aero}:expected`,
    label:
      input.curves.series.length > 1
        ? `${input.aeroName(curve.aero)} · ${input.expectedName}`
        : input.expectedName,
    group: groupOf(curve, input, input.expectedName),
    unit: unitOf('length_small', input.unitSystem),
    decimals: decimalsOf('length_small', input.unitSystem),
    color,
    scale: 'stroke',
    time: curve.time,
    value: converted('length_small', input.unitSystem, curve.expected),
    dashed: true,
    ...gapOf(curve, input),
  };
}

/** With one AERO the colours distinguish metrics, with several AEROs; a comparison period has its AERO's colour. */
function lineOf(curve: Curve, input: PanelInput, metric: MetricKey): Line {
  const present = (id: number) => input.earlierOf?.(id) ?? id;
  const aeros = [...new Set(input.curves.series.map((one) => present(one.aero)))];
  const pale = input.earlierOf?.(curve.aero) == null ? {} : { pale: true };
  if (aeros.length === 1) return { color: metricColor(metric), ...pale };
  const index = aeros.indexOf(present(curve.aero));
  const place = input.mode === 'split' ? index : index * input.metrics.length + input.metrics.indexOf(metric);
  const dash = CURVE_DASHES[Math.floor(place / CURVE_COLORS.length) % CURVE_DASHES.length];
  return { color: CURVE_COLORS[place % CURVE_COLORS.length]!, ...(dash ? { dash } : {}), ...pale };
}

function seriesOf(metric: MetricKey, input: PanelInput): ChartSeries[] {
  return input.curves.series.flatMap((curve) => {
    const line = lineOf(curve, input, metric);
    const made = [
      curveOf(curve, metric, input, line),
      metric === 'stroke' ? expectedOf(curve, input, line.color) : null,
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
      always: limit.always,
    }));
}

/**
 * Panels for a selection of curves. Combined: one area, an axis per metric. Inverted: the same with every
 * metric but the first upside down, so that opposite movements run in parallel. Split: one area each.
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

import type { SeriesResponse } from '@aerowatch/contracts/api/measures';
import { METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { shown, type UnitSystem } from '@aerowatch/domain/units';
import type { Chart, ChartAsked, Level, Panel, PanelAsked } from '../sheets.ts';

type Series = SeriesResponse['series'][number];
export type Curves = ReadonlyMap<number, Series>;

/** Curves by AERO, parsed from the same text that the console gets. */
export function curvesOf(text: string): Curves {
  const { series } = JSON.parse(text) as SeriesResponse;
  return new Map(series.map((one) => [one.aero, one]));
}

/** A chart ready to draw; null where its first metric was not measured. */
export function chartOf(asked: ChartAsked, curves: Curves, locale: string): Chart | null {
  const series = curves.get(asked.aero);
  if (series === undefined || series.time.length === 0) return null;
  const panels = asked.panels.map((panel) => panelOf(panel, asked.unitSystem, series));
  const { min, max, decimals } = panels[0]!;
  const bounds = boundsOf(min, max);
  if (bounds === null) return null;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const said = (value: number) => `${format.format(value)}\u00a0${asked.unit}`;
  return {
    ...asked,
    alt: asked.alt.replace('{{least}}', said(bounds[0])).replace('{{most}}', said(bounds[1])),
    panels,
  };
}

function panelOf({ metric, levels, ...panel }: PanelAsked, system: UnitSystem, series: Series): Panel {
  const band = series.metrics[metric] ?? { min: [], max: [], mean: [] };
  const converted = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? null : inUnits(metric, system, value)));
  const [min, max] = [converted(band.min), converted(band.max)];
  return {
    ...panel,
    time: series.time,
    min,
    max,
    mean: converted(band.mean),
    expected: metric === 'stroke' ? converted(series.expected ?? []) : [],
    ...placedLevels(
      levels.map((level) => ({ ...level, value: inUnits(metric, system, level.value) })),
      boundsOf(min, max),
      panel.decimals,
    ),
  };
}

const inUnits = (metric: MetricKey, system: UnitSystem, value: number) =>
  shown(METRICS[metric].quantity, system, value);

/** The least and the largest measured value; null without any. */
function boundsOf(min: Panel['min'], max: Panel['max']): [number, number] | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const values of [min, max])
    for (const value of values)
      if (value !== null) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low > high ? null : [low, high];
}

/** Levels close enough to the measures for both to be visible, and the others. */
function placedLevels(
  levels: readonly Level[],
  bounds: [number, number] | null,
  decimals: number,
): Pick<Panel, 'levels' | 'beyond'> {
  if (bounds === null) return { levels: [], beyond: [] };
  const [low, high] = bounds;
  const room = Math.max(high - low, 10 ** -decimals);
  const isNear = ({ value }: Level) => value >= low - room && value <= high + room;
  return {
    levels: levels.filter(isNear),
    beyond: levels
      .filter((level) => !isNear(level))
      .map((level) => ({ ...level, above: level.value > high })),
  };
}

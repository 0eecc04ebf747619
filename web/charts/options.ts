import { alonePoints, curvePaths } from './curves/curve-paths.ts';
import { axisLabels } from './labels/axis-labels.ts';
import { tickLabels, uncutLabels } from './labels/time-labels.ts';
import { marksPlugin } from './marks-plugin.ts';
import type { Column } from './prepare.ts';
import type { ChartMark, ChartPanel, ChartRange, ChartSeries } from './types.ts';
import uPlot from './uplot.ts';

export interface OptionInput {
  panel: ChartPanel;
  columns: Column[];
  range: ChartRange;
  width: number;
  height: number;
  language: string;
  timeZone: string;
  syncKey: string;
  showTimeAxis: boolean;
  ink: string;
  grid: string;
  paper: string;
  /** Whether this panel shows the texts of events. */
  named: boolean;
  marks: () => readonly ChartMark[];
  hidden: ReadonlySet<string>;
  onRange: (range: ChartRange) => void;
  onCursor: (chart: uPlot) => void;
}

/** Space left of the curves for the first axis, the same in every panel so that their times line up. */
const AXIS_SIZE = 58;
/** On a phone the curves need the space more. */
const NARROW = 420;
const NARROW_AXIS_SIZE = 42;
/** Space under the last panel for two lines: time and date, or date and year. */
export const TIME_AXIS_SIZE = 52;

/** Opacity of a curve of an earlier period, and of its band. */
const PALE = '70';
const PALE_BAND = '1c';
const BAND = '38';

export const strokeOf = (series: ChartSeries) => (series.pale ? `${series.color}${PALE}` : series.color);

export function dashOf({ dashed, dash }: ChartSeries): number[] | undefined {
  if (dashed) return [7, 5];
  return dash && [...dash];
}
/** The lines of a band's borders are not drawn. */
function lineOf(
  series: ChartSeries,
  part: Column['part'],
): Pick<uPlot.Series, 'stroke' | 'width' | 'points' | 'paths'> {
  if (part !== 'value') return { stroke: undefined, width: 0, points: { show: false }, paths: undefined };
  const stroke = strokeOf(series);
  return series.dashed
    ? { stroke, width: 1.4, points: { show: false }, paths: undefined }
    : { stroke, width: 1.6, points: { size: 5, filter: alonePoints }, paths: curvePaths() };
}

function seriesOptions(columns: Column[], hidden: ReadonlySet<string>): uPlot.Series[] {
  return columns.map(({ series, part }) => ({
    label: series.label,
    scale: series.scale,
    show: !hidden.has(series.key),
    dash: dashOf(series),
    spanGaps: false,
    ...lineOf(series, part),
  }));
}

function bands(columns: Column[]): uPlot.Band[] {
  return columns.flatMap(({ series, part }, index) =>
    part === 'max'
      ? [
          {
            series: [index + 1, index] as [number, number],
            fill: `${series.color}${series.pale ? PALE_BAND : BAND}`,
          },
        ]
      : [],
  );
}

/** A scale that covers its curves, and limits close to them. */
function scaleOf({ thresholds = [], inverted }: ChartPanel, scale: string): uPlot.Scale {
  const limits = () => thresholds.filter((limit) => limit.scale === scale).map((limit) => limit.value);
  return {
    dir: inverted?.includes(scale) ? -1 : 1,
    range: (_chart: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax => {
      const near = limits().filter(
        (value) =>
          low !== null &&
          high !== null &&
          value > low - (high - low || 1) &&
          value < high + (high - low || 1),
      );
      const from = Math.min(low ?? 0, ...near);
      const to = Math.max(high ?? 1, ...near);
      return uPlot.rangeNum(from, to, 0.08, true) as uPlot.Range.MinMax;
    },
  };
}

/** The range selected by dragging becomes the next range. */
function chosen(chart: uPlot, onRange: OptionInput['onRange']): void {
  if (chart.select.width < 6) return;
  const from = chart.posToVal(chart.select.left, 'x') * 1000;
  const to = chart.posToVal(chart.select.left + chart.select.width, 'x') * 1000;
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onRange({ from: Math.round(from), to: Math.round(to) });
}

/** Horizontal positions of times from the left edge of the chart, px. */
const middlesOf = (chart: uPlot, times: readonly number[]): number[] =>
  times.map((time) => chart.bbox.left / uPlot.pxRatio + chart.valToPos(time, 'x'));

const hasValue = (chart: uPlot, scale: string): boolean =>
  chart.series.some(
    (series, at) => series.scale === scale && chart.data[at]?.some((value) => value !== null),
  );

/** Lines, ticks and letters that all axes share. */
const axisStyle = ({ ink, grid }: OptionInput) => ({
  stroke: ink,
  grid: { stroke: grid, width: 1 },
  ticks: { stroke: grid, width: 1, size: 6 },
  font: '12px "Inter Variable", sans-serif',
});

function timeAxis(input: OptionInput): uPlot.Axis {
  const { language, timeZone, showTimeAxis } = input;
  return {
    ...axisStyle(input),
    show: true,
    size: showTimeAxis ? TIME_AXIS_SIZE : 0,
    values: showTimeAxis
      ? (chart, splits, _axis, _space, step) =>
          uncutLabels(tickLabels(splits, step, language, timeZone), middlesOf(chart, splits), chart.width)
      : () => [],
  };
}

/** The axes of the scales, alternating left and right of the curves; several axes have the colours of their curves. */
function valueAxes(input: OptionInput, scales: readonly string[]): uPlot.Axis[] {
  const style = axisStyle(input);
  return scales.map((scale, index) => {
    const first = input.panel.series.find((series) => series.scale === scale)!;
    return {
      ...style,
      scale,
      side: index % 2 === 0 ? 3 : 1,
      size: (chart) => (chart.width < NARROW ? NARROW_AXIS_SIZE : AXIS_SIZE),
      gap: 4,
      labelSize: 16,
      labelGap: 0,
      labelFont: '600 11px "Inter Variable", sans-serif',
      label: first.unit,
      stroke: scales.length > 1 ? first.color : input.ink,
      grid: index === 0 ? style.grid : { show: false },
      // Without a value there is no scale: 0 to 1 would be invented.
      values: (chart, splits) =>
        hasValue(chart, scale) ? axisLabels(splits, first.decimals, input.language) : splits.map(() => ''),
    };
  });
}

/** Options of one panel. */
export function panelOptions(input: OptionInput): uPlot.Options {
  const { panel, columns, range, timeZone } = input;
  const scales = [...new Set(panel.series.map((series) => series.scale))];
  return {
    width: input.width,
    height: input.height,
    padding: [10, 12, input.showTimeAxis ? 0 : 6, 0],
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timeZone),
    cursor: {
      sync: { key: input.syncKey, setSeries: false },
      drag: { x: true, y: false, setScale: false, dist: 6 },
      points: { size: 7 },
      focus: { prox: 24 },
    },
    focus: { alpha: 1 },
    scales: {
      x: { time: true, range: () => [range.from / 1000, range.to / 1000] },
      ...Object.fromEntries(scales.map((scale) => [scale, scaleOf(panel, scale)])),
    },
    axes: [timeAxis(input), ...valueAxes(input, scales)],
    series: [{}, ...seriesOptions(columns, input.hidden)],
    bands: bands(columns),
    plugins: [marksPlugin(() => panel.thresholds ?? [], input.marks, input.named, input)],
    hooks: {
      setCursor: [input.onCursor],
      setSelect: [(chart) => chosen(chart, input.onRange)],
    },
  };
}

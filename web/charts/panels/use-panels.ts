import { type RefObject, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { panelOptions, TIME_AXIS_SIZE } from '../options.ts';
import { type Prepared, prepare } from '../prepare.ts';
import type { ChartMark, ChartPanel, ChartRange, ChartSeries } from '../types.ts';
import uPlot from '../uplot.ts';

/** Colours of a chart and of the background of its export. */
export const INK = {
  light: { ink: '#495057', grid: '#e3e7ea', paper: '#ffffff' },
  dark: { ink: '#b9c2c9', grid: '#313b44', paper: '#1a2128' },
};

/** A panel's uPlot with its last drawn state, so that nothing is drawn twice. */
export interface Drawn {
  chart: uPlot;
  prepared: Prepared;
  from: number;
  to: number;
  marks: readonly ChartMark[] | undefined;
}
interface Given {
  panels: ChartPanel[];
  range: ChartRange;
  marks?: readonly ChartMark[];
  language: string;
  timeZone: string;
  theme: 'light' | 'dark';
  /** Width of all and height of one panel, px; nothing is drawn without a width. */
  width: number;
  height: number;
  /** Hidden curves. */
  hidden: ReadonlySet<string>;
  onRange?: (range: ChartRange) => void;
  /** The cursor moved over a panel; once a frame. */
  onCursor: (chart: uPlot) => void;
}

/** Height in px of one of `count` panels of `height`: the last one includes the time axis. */
export const heightOf = (index: number, count: number, height: number): number =>
  height + (index === count - 1 ? TIME_AXIS_SIZE : 0);

/** Everything that cannot be changed on an existing uPlot. */
function shapeOf({ panels, theme, language, timeZone, height, hidden, width }: Given): string {
  const seriesShape = ({ key, scale, color, pale, dash, unit, min }: ChartSeries) => [
    key,
    scale,
    color,
    pale,
    dash,
    unit,
    Boolean(min),
  ];
  return JSON.stringify([
    panels.map(({ key, inverted, series }) => [key, inverted, series.map(seriesShape)]),
    theme,
    language,
    timeZone,
    height,
    [...hidden],
    width > 0,
  ]);
}

/** The current range, read at call time. */
const rangeNow = (latest: RefObject<Given>): ChartRange => ({
  get from() {
    return latest.current.range.from;
  },
  get to() {
    return latest.current.range.to;
  },
});

/** Calls at most once a frame, with the latest chart. */
function oncePerFrame(act: (chart: uPlot) => void) {
  let pending = 0;
  return {
    call: (chart: uPlot): void => {
      cancelAnimationFrame(pending);
      pending = requestAnimationFrame(() => act(chart));
    },
    cancel: (): void => cancelAnimationFrame(pending),
  };
}

interface Panel {
  host: HTMLElement;
  prepared: Prepared;
  index: number;
  count: number;
}

/** A new uPlot in the panel's host; later changes are read from the latest view. */
function createPanel(
  { host, prepared, index, count }: Panel,
  latest: RefObject<Given>,
  syncKey: string,
  onCursor: (chart: uPlot) => void,
): Drawn {
  const { panels, range, marks, language, timeZone, theme, width, height, hidden } = latest.current;
  const options = panelOptions({
    panel: panels[index]!,
    columns: prepared.columns,
    range: rangeNow(latest),
    width,
    height: heightOf(index, count, height),
    language,
    timeZone,
    syncKey,
    showTimeAxis: index === count - 1,
    ...INK[theme],
    named: index === 0,
    marks: () => latest.current.marks ?? [],
    hidden,
    onRange: (next) => latest.current.onRange?.(next),
    onCursor,
  });
  const chart = new uPlot(options, prepared.data, host);
  return { chart, prepared, from: range.from, to: range.to, marks };
}

type InPlace = Pick<Given, 'width' | 'range' | 'marks'>;
/** Draws only the changes; a new panel is drawn completely. */
function updatePanel(drawn: Drawn, prepared: Prepared, { width, range, marks }: InPlace): void {
  const { chart } = drawn;
  if (chart.width !== width && width > 0) chart.setSize({ width, height: chart.height });
  if (drawn.prepared !== prepared || drawn.from !== range.from || drawn.to !== range.to)
    chart.setData(prepared.data, true);
  else if (drawn.marks !== marks) chart.redraw(false);
  Object.assign(drawn, { prepared, from: range.from, to: range.to, marks });
}

/** Draws a uPlot into each `[data-panel]` of the frame, with linked cursors, and keeps them up to date. */
export function usePanels(frame: RefObject<HTMLElement | null>, view: Given): RefObject<Drawn[]> {
  const { panels, range, marks, width } = view;
  const syncKey = useId();
  const charts = useRef<Drawn[]>([]);
  const latest = useRef(view);
  latest.current = view;
  const prepared = useMemo(() => panels.map(prepare), [panels]);

  // uPlot is created again when its shape changes; new data of the same shape is set in place.
  const shape = shapeOf(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` says when a chart must be made anew; what else it uses is set in place
  useLayoutEffect(() => {
    if (width === 0 || !frame.current) return;
    const hosts = [...frame.current.querySelectorAll<HTMLElement>('[data-panel]')];
    const cursor = oncePerFrame((chart) => latest.current.onCursor(chart));
    charts.current = hosts.map((host, index) =>
      createPanel(
        { host, prepared: prepared[index]!, index, count: hosts.length },
        latest,
        syncKey,
        cursor.call,
      ),
    );
    const group = uPlot.sync(syncKey);
    for (const { chart } of charts.current) {
      group.sub(chart);
      // A new chart draws in a microtask, but a page that prints itself does not wait for it.
      chart.batch(() => undefined);
    }
    return () => {
      cursor.cancel();
      for (const { chart } of charts.current) {
        group.unsub(chart);
        chart.destroy();
      }
      charts.current = [];
    };
  }, [shape]);

  useLayoutEffect(() => {
    charts.current.forEach((drawn, index) => {
      const table = prepared[index];
      if (table) updatePanel(drawn, table, { width, range, marks });
    });
  }, [prepared, width, range, marks]);
  return charts;
}

import './charts.css';
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { composePng } from './export-png.ts';
import { Legend, type Reading } from './legend.tsx';
import { panelOptions, TIME_AXIS_SIZE } from './options.ts';
import { nearest, type Prepared, prepare, valueAt } from './prepare.ts';
import { momentLabel } from './time-labels.ts';
import type { ChartMark, ChartPanel, ChartRange } from './types.ts';
import uPlot from './uplot.ts';
import { usePan } from './use-pan.ts';
import { useWidth } from './use-width.ts';

export interface ChartTexts {
  /** What the chart is, for people who cannot see it. */
  label: string;
  /** How to use it by keyboard. */
  help: string;
  empty: string;
}

/** What a parent may ask of a chart. */
export interface ChartHandle {
  png(title: string): Promise<Blob>;
}

interface Props {
  panels: ChartPanel[];
  range: ChartRange;
  marks?: readonly ChartMark[];
  language: string;
  timeZone: string;
  theme: 'light' | 'dark';
  /** Height of one panel in px. */
  height?: number;
  /** Zoom, pan and reset: the parent loads what is now in range. */
  onRange?: (range: ChartRange) => void;
  /** Back to the range before zooming. */
  onReset?: () => void;
  onMark?: (mark: ChartMark) => void;
  /** A moment is being chosen: a click, or Enter at the cursor, tells it; so does N at any time. */
  picking?: boolean;
  onMoment?: (at: number) => void;
  handle?: (handle: ChartHandle | null) => void;
  texts: ChartTexts;
}

const INK = {
  light: { ink: '#495057', grid: '#e3e7ea', paper: '#ffffff' },
  dark: { ink: '#b9c2c9', grid: '#313b44', paper: '#1a2128' },
};
const MARK_REACH = 9;
const CLICK_REACH = 5;

/** A panel's uPlot with what it last drew, so that nothing is drawn twice. */
interface Drawn {
  chart: uPlot;
  prepared: Prepared;
  from: number;
  to: number;
  marks: readonly ChartMark[] | undefined;
}

/** Curves over time: stacked panels with one cursor, bands, gaps, limits and marks. */
export function TimeChart(props: Props) {
  const { panels, range, language, timeZone, theme, height = 260, texts } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const syncKey = useId();
  const charts = useRef<Drawn[]>([]);
  const latest = useRef(props);
  latest.current = props;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [reading, setReading] = useState<Reading | null>(null);
  const [hovered, setHovered] = useState<ChartMark | null>(null);
  const prepared = useMemo(() => panels.map(prepare), [panels]);
  const colors = INK[theme];
  const hasData = panels.some((panel) => panel.series.some((series) => series.time.length > 0));

  const read = (source: uPlot) => {
    const at =
      source.cursor.left == null || source.cursor.left < 0 ? null : source.posToVal(source.cursor.left, 'x');
    if (at === null) return setReading(null);
    const values = new Map<string, { value: number | null; min: number | null; max: number | null }>();
    let moment = at;
    for (const { chart, prepared: table } of charts.current) {
      const index = nearest(chart.data[0], at);
      if (index < 0) continue;
      if (chart === source) moment = chart.data[0][index]!;
      table.columns.forEach((column, position) => {
        const entry = values.get(column.series.key) ?? { value: null, min: null, max: null };
        entry[column.part] = valueAt(chart.data[position + 1]!, index);
        values.set(column.series.key, entry);
      });
    }
    setReading({ at: moment * 1000, values });
    const near = (latest.current.marks ?? []).find(
      (mark) => Math.abs(source.valToPos(mark.at / 1000, 'x') - source.cursor.left!) < MARK_REACH,
    );
    setHovered(near ?? null);
  };

  // uPlot is made anew when what it shows changes in kind; new data of the same kind is set in place.
  const shape = JSON.stringify([
    panels.map((panel) => [
      panel.key,
      panel.inverted,
      panel.series.map((series) => [
        series.key,
        series.scale,
        series.color,
        series.unit,
        Boolean(series.min),
      ]),
    ]),
    theme,
    language,
    timeZone,
    height,
    [...hidden],
    width > 0,
  ]);
  useLayoutEffect(() => {
    if (width === 0 || !frame.current) return;
    const hosts = [...frame.current.querySelectorAll<HTMLElement>('[data-panel]')];
    let pending = 0;
    charts.current = hosts.map((host, index) => {
      const table = prepared[index]!;
      const options = panelOptions({
        panel: panels[index]!,
        columns: table.columns,
        range: {
          get from() {
            return latest.current.range.from;
          },
          get to() {
            return latest.current.range.to;
          },
        },
        width,
        height: height + (index === hosts.length - 1 ? TIME_AXIS_SIZE : 0),
        language,
        timeZone,
        syncKey,
        showTimeAxis: index === hosts.length - 1,
        ink: colors.ink,
        grid: colors.grid,
        marks: () => latest.current.marks ?? [],
        hidden,
        onRange: (next) => latest.current.onRange?.(next),
        onCursor: (chart) => {
          cancelAnimationFrame(pending);
          pending = requestAnimationFrame(() => read(chart));
        },
      });
      const { range: at, marks } = latest.current;
      return {
        chart: new uPlot(options, table.data, host),
        prepared: table,
        from: at.from,
        to: at.to,
        marks,
      };
    });
    const group = uPlot.sync(syncKey);
    for (const { chart } of charts.current) group.sub(chart);
    return () => {
      cancelAnimationFrame(pending);
      for (const { chart } of charts.current) {
        group.unsub(chart);
        chart.destroy();
      }
      charts.current = [];
    };
  }, [shape]);

  // Only what a panel does not show yet is drawn: one that was just made shows all of it.
  useLayoutEffect(() => {
    charts.current.forEach((entry, index) => {
      const table = prepared[index];
      if (!table) return;
      if (entry.chart.width !== width && width > 0)
        entry.chart.setSize({ width, height: entry.chart.height });
      if (entry.prepared !== table || entry.from !== range.from || entry.to !== range.to)
        entry.chart.setData(table.data, true);
      else if (entry.marks !== props.marks) entry.chart.redraw(false);
      Object.assign(entry, { prepared: table, from: range.from, to: range.to, marks: props.marks });
    });
  }, [prepared, width, range.from, range.to, props.marks]);

  useEffect(() => {
    props.handle?.({
      png: (title) =>
        composePng(
          charts.current.map(({ chart }) => chart.ctx.canvas),
          latest.current.panels,
          title,
          colors.paper,
          colors.ink,
        ),
    });
    return () => props.handle?.(null);
  }, [props.handle, theme]);

  const shift = (share: number) => {
    const span = range.to - range.from;
    props.onRange?.({ from: range.from + share * span, to: range.to + share * span });
  };
  const zoom = (factor: number) => {
    const middle = reading?.at ?? (range.from + range.to) / 2;
    props.onRange?.({
      from: middle - (middle - range.from) * factor,
      to: middle + (range.to - middle) * factor,
    });
  };
  const moveCursor = (direction: number) => {
    const chart = charts.current[0]?.chart;
    if (!chart) return;
    const times = chart.data[0];
    const index = reading ? nearest(times, reading.at / 1000) + direction : nearest(times, range.to / 1000);
    const at = times[Math.max(0, Math.min(times.length - 1, index))];
    if (at !== undefined) chart.setCursor({ left: chart.valToPos(at, 'x'), top: chart.bbox.height / 4 });
  };
  const cursorMoment = () => Math.round(reading?.at ?? (range.from + range.to) / 2);
  const pressed = useRef(0);
  const onClick = (event: MouseEvent) => {
    // The end of a drag is a click too.
    if (Math.abs(event.clientX - pressed.current) > CLICK_REACH) return;
    const chart = charts.current[0]?.chart;
    if (props.picking && chart)
      props.onMoment?.(
        Math.round(chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, 'x') * 1000),
      );
    else if (hovered) props.onMark?.(hovered);
  };
  const onKey = (event: KeyboardEvent) => {
    const actions: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey ? shift(-0.25) : moveCursor(-1)),
      ArrowRight: () => (event.shiftKey ? shift(0.25) : moveCursor(1)),
      '+': () => zoom(0.5),
      '-': () => zoom(2),
      '0': () => props.onReset?.(),
      Escape: () => setReading(null),
      Enter: () => {
        if (props.picking) props.onMoment?.(cursorMoment());
        else if (hovered) props.onMark?.(hovered);
      },
    };
    if (props.onMoment && !event.ctrlKey && !event.metaKey && !event.altKey)
      actions.n = () => props.onMoment?.(cursorMoment());
    const action = actions[event.key];
    if (!action || (event.target as HTMLElement).closest('button')) return;
    event.preventDefault();
    action();
  };
  usePan(frame, () => latest.current);

  return (
    <div className="chart" style={{ '--chart-ink': colors.ink } as React.CSSProperties}>
      <Legend
        panels={panels}
        reading={reading}
        hidden={hidden}
        onToggle={(key) => setHidden((before) => toggled(before, key))}
        language={language}
        timeZone={timeZone}
      />
      <div
        ref={frame}
        className="chart-frame"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the curve is read and moved by keyboard
        tabIndex={0}
        aria-label={texts.label}
        aria-description={texts.help}
        onKeyDown={onKey}
        onDoubleClick={props.onReset}
        onPointerDown={(event) => {
          pressed.current = event.clientX;
        }}
        onClick={onClick}
        style={{ cursor: props.picking ? 'copy' : hovered && props.onMark ? 'pointer' : undefined }}
      >
        {panels.map((panel) => (
          <div key={panel.key} className="chart-panel">
            {panel.title ? <div className="chart-title">{panel.title}</div> : null}
            <div data-panel={panel.key} style={{ minHeight: height }} />
          </div>
        ))}
        {hasData ? null : <div className="chart-empty">{texts.empty}</div>}
        {hovered ? (
          <div
            className="chart-mark"
            role="status"
          >{`${momentLabel(hovered.at, language, timeZone)} · ${hovered.label}`}</div>
        ) : null}
      </div>
    </div>
  );
}

function toggled(before: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(before);
  if (!next.delete(key)) next.add(key);
  return next;
}

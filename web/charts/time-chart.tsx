import './charts.css';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { composePng } from './export-png.ts';
import { Legend } from './labels/legend.tsx';
import { momentLabel } from './labels/time-labels.ts';
import { type ChartActs, chartKeys } from './panels/chart-keys.ts';
import { usePan } from './panels/use-pan.ts';
import { type Drawn, heightOf, INK, usePanels } from './panels/use-panels.ts';
import { useTurn } from './panels/use-turn.ts';
import { useWidth } from './panels/use-width.ts';
import { markAt, readAt } from './reading/read-at.ts';
import { spokenReading } from './reading/spoken.ts';
import { useSpoken } from './reading/use-spoken.ts';
import type { ChartMark, ChartPanel, Reading } from './types.ts';
import type uPlot from './uplot.ts';

export interface ChartTexts {
  /** What the chart is, for people who cannot see it. */
  label: string;
  /** How to use it by keyboard. */
  help: string;
  empty: string;
}

/** Actions that a parent can request from a chart. */
export interface ChartHandle {
  /** A picture of the chart, with the names of its curves. */
  png(title: string): Promise<{ picture: Blob; names: readonly string[] }>;
}

interface Props extends ChartActs {
  panels: ChartPanel[];
  marks?: readonly ChartMark[];
  language: string;
  timeZone: string;
  theme: 'light' | 'dark';
  /** Height of one panel in px. */
  height?: number;
  handle?: (handle: ChartHandle | null) => void;
  texts: ChartTexts;
}

const CLICK_REACH = 5;

/** Lets the parent request a picture of the chart. */
function useHandle(
  props: Props,
  charts: RefObject<Drawn[]>,
  hidden: ReadonlySet<string>,
  drawNow: () => void,
): void {
  const latest = useRef({ ...props, hidden, drawNow });
  latest.current = { ...props, hidden, drawNow };
  const colors = INK[props.theme];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handle asks for what is drawn when it is used; only the colours are fixed
  useEffect(() => {
    props.handle?.({
      png: async (title) => {
        latest.current.drawNow();
        const shown = latest.current.panels
          .flatMap((panel) => panel.series)
          .filter(({ key }) => !latest.current.hidden.has(key));
        const picture = await composePng(
          charts.current.map(({ chart }) => chart.ctx.canvas),
          shown,
          title,
          colors,
        );
        return { picture, names: [...new Set(shown.map(({ group, label }) => group?.label ?? label))] };
      },
    });
    return () => props.handle?.(null);
  }, [props.handle, props.theme]);
}

/** The reading at the cursor: on screen, and spoken when the cursor was moved by keyboard. */
function useCursor({ panels, marks = [], language, timeZone }: Props, hidden: ReadonlySet<string>) {
  const [reading, setReading] = useState<Reading | null>(null);
  const [hovered, setHovered] = useState<ChartMark | null>(null);
  const [spoken, say] = useSpoken();
  const byKey = useRef(false);
  const onCursor = (charts: readonly Drawn[], source: uPlot): void => {
    const read = readAt(charts, source);
    setReading(read);
    if (read === null) return;
    const mark = markAt(marks, source);
    setHovered(mark);
    if (!byKey.current) return;
    byKey.current = false;
    say(
      [spokenReading(read, panels, hidden, language, timeZone), mark?.label]
        .filter((part) => part !== undefined)
        .join(', '),
    );
  };
  const onMove = (): void => {
    byKey.current = true;
  };
  return { reading, hovered, spoken, onCursor, onMove, onEscape: () => setReading(null) };
}

/** A click chooses a time while times are being picked; otherwise it opens the mark under the cursor. */
function useClicks(
  { picking, onMoment, onMark }: Props,
  charts: RefObject<Drawn[]>,
  hovered: ChartMark | null,
) {
  const pressed = useRef(0);
  return {
    onPointerDown: (event: MouseEvent): void => {
      pressed.current = event.clientX;
    },
    onClick: (event: MouseEvent): void => {
      // The end of a drag also fires a click.
      if (Math.abs(event.clientX - pressed.current) > CLICK_REACH) return;
      const chart = charts.current[0]?.chart;
      if (picking && chart)
        onMoment?.(
          Math.round(chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, 'x') * 1000),
        );
      else if (hovered) onMark?.(hovered);
    },
  };
}

/** Curves over time: stacked panels with one cursor, bands, gaps, limits and marks. */
export function TimeChart(props: Props) {
  const { panels, language, timeZone, theme, height = 260, texts } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const { turn, drawNow } = useTurn(frame);
  const latest = useRef(props);
  latest.current = props;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { onCursor, ...cursor } = useCursor(props, hidden);
  const { reading, hovered, spoken } = cursor;
  const colors = INK[theme];
  const hasData = panels.some((panel) => panel.series.some((series) => series.time.length > 0));

  const charts = usePanels(frame, {
    ...props,
    width: turn ? width : 0,
    height,
    hidden,
    onCursor: (source) => onCursor(charts.current, source),
  });
  useHandle(props, charts, hidden, drawNow);
  const clicks = useClicks(props, charts, hovered);
  const onKey = chartKeys(props, { chart: () => charts.current[0]?.chart, ...cursor });
  usePan(frame, () => latest.current);

  return (
    <div className="chart" style={{ '--chart-ink': colors.ink } as React.CSSProperties}>
      <Legend
        panels={panels}
        reading={reading}
        hidden={hidden}
        onToggle={(keys) => setHidden((before) => toggled(before, keys))}
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
        {...clicks}
        style={{ cursor: props.picking ? 'copy' : hovered && props.onMark ? 'pointer' : undefined }}
      >
        <Hosts panels={panels} height={height} />
        {hasData ? null : <div className="chart-empty">{texts.empty}</div>}
        {hovered ? (
          <div className="chart-mark">{`${momentLabel(hovered.at, language, timeZone)} · ${hovered.label}`}</div>
        ) : null}
      </div>
      <div role="status" className="chart-spoken">
        {spoken}
      </div>
    </div>
  );
}

/** The elements that the panels are drawn into; their space is reserved from the beginning. */
function Hosts({ panels, height }: { panels: readonly ChartPanel[]; height: number }) {
  return panels.map((panel, index) => (
    <div key={panel.key} className="chart-panel">
      {panel.title ? <div className="chart-title">{panel.title}</div> : null}
      <div data-panel={panel.key} style={{ minHeight: heightOf(index, panels.length, height) }} />
    </div>
  ));
}

/** Hides or shows a curve; if all would be hidden, shows all. */
function toggled(before: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  const next = new Set(before);
  if (keys.some((key) => !before.has(key))) for (const key of keys) next.add(key);
  else for (const key of keys) next.delete(key);
  return next;
}

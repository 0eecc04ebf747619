import './charts.css';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { composePng } from './export-png.ts';
import { Legend } from './legend.tsx';
import { nearest } from './prepare.ts';
import { markAt, readAt } from './read-at.ts';
import { spokenReading } from './spoken.ts';
import { momentLabel } from './time-labels.ts';
import type { ChartMark, ChartPanel, ChartRange, Reading } from './types.ts';
import { usePan } from './use-pan.ts';
import { INK, usePanels } from './use-panels.ts';
import { useSpoken } from './use-spoken.ts';
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

const CLICK_REACH = 5;

/** Curves over time: stacked panels with one cursor, bands, gaps, limits and marks. */
export function TimeChart(props: Props) {
  const { panels, range, language, timeZone, theme, height = 260, texts } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const latest = useRef(props);
  latest.current = props;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [reading, setReading] = useState<Reading | null>(null);
  const [hovered, setHovered] = useState<ChartMark | null>(null);
  const [spoken, say] = useSpoken();
  /** The cursor was moved by an arrow key: whoever listens is told what stands there. */
  const byKey = useRef(false);
  const colors = INK[theme];
  const hasData = panels.some((panel) => panel.series.some((series) => series.time.length > 0));

  const charts = usePanels(frame, {
    ...props,
    width,
    height,
    hidden,
    onCursor: (source) => {
      const read = readAt(charts.current, source);
      setReading(read);
      if (read === null) return;
      const mark = markAt(props.marks ?? [], source);
      setHovered(mark);
      if (!byKey.current) return;
      byKey.current = false;
      say(
        [spokenReading(read, panels, hidden, language, timeZone), mark?.label]
          .filter((part) => part !== undefined)
          .join(', '),
      );
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the handle asks for what is drawn when it is used; only the colours are fixed
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
    byKey.current = at !== undefined;
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
          <div className="chart-mark">{`${momentLabel(hovered.at, language, timeZone)} · ${hovered.label}`}</div>
        ) : null}
      </div>
      <div role="status" className="chart-spoken">
        {spoken}
      </div>
    </div>
  );
}

/** Hides what is shown of them; when nothing is, shows all. */
function toggled(before: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  const next = new Set(before);
  if (keys.some((key) => !before.has(key))) for (const key of keys) next.add(key);
  else for (const key of keys) next.delete(key);
  return next;
}

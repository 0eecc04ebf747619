import type { KeyboardEvent } from 'react';
import { nearest } from '../prepare.ts';
import type { ChartMark, ChartRange, Reading } from '../types.ts';
import type uPlot from '../uplot.ts';

/** Actions on a curve. */
export interface ChartActs {
  range: ChartRange;
  /** Zoom, pan and reset: the parent loads what is now in range. */
  onRange?: (range: ChartRange) => void;
  /** Back to the range before zooming. */
  onReset?: () => void;
  onMark?: (mark: ChartMark) => void;
  /** A time is being chosen: a click, or Enter at the cursor, reports it; N does so at any time. */
  picking?: boolean;
  onMoment?: (at: number) => void;
}

interface Cursor {
  /** The first panel, whose cursor the others follow. */
  readonly chart: () => uPlot | undefined;
  readonly reading: Reading | null;
  readonly hovered: ChartMark | null;
  /** An arrow key is about to move the cursor. */
  readonly onMove: () => void;
  readonly onEscape: () => void;
}

/** Keyboard control of a curve: arrows move the cursor, with shift the range; + and - zoom, 0 resets. */
export function chartKeys(acts: ChartActs, { reading, hovered, ...cursor }: Cursor) {
  const { range, onRange, onReset, onMark, picking, onMoment } = acts;
  const shift = (share: number) => {
    const span = range.to - range.from;
    onRange?.({ from: range.from + share * span, to: range.to + share * span });
  };
  const zoom = (factor: number) => {
    const middle = reading?.at ?? (range.from + range.to) / 2;
    onRange?.({
      from: middle - (middle - range.from) * factor,
      to: middle + (range.to - middle) * factor,
    });
  };
  const moveCursor = (direction: number) => {
    const chart = cursor.chart();
    if (!chart) return;
    const times = chart.data[0];
    const index = reading ? nearest(times, reading.at / 1000) + direction : nearest(times, range.to / 1000);
    const at = times[Math.max(0, Math.min(times.length - 1, index))];
    if (at === undefined) return;
    cursor.onMove();
    chart.setCursor({ left: chart.valToPos(at, 'x'), top: chart.bbox.height / 4 });
  };
  const cursorMoment = () => Math.round(reading?.at ?? (range.from + range.to) / 2);
  return (event: KeyboardEvent): void => {
    const actions: Record<string, () => void> = {
      ArrowLeft: () => (event.shiftKey ? shift(-0.25) : moveCursor(-1)),
      ArrowRight: () => (event.shiftKey ? shift(0.25) : moveCursor(1)),
      '+': () => zoom(0.5),
      '-': () => zoom(2),
      '0': () => onReset?.(),
      Escape: cursor.onEscape,
      Enter: () => {
        if (picking) onMoment?.(cursorMoment());
        else if (hovered) onMark?.(hovered);
      },
    };
    if (onMoment && !event.ctrlKey && !event.metaKey && !event.altKey)
      actions.n = () => onMoment?.(cursorMoment());
    const action = actions[event.key];
    if (!action || (event.target as HTMLElement).closest('button')) return;
    event.preventDefault();
    action();
  };
}

import { useMediaQuery } from '@mantine/hooks';
import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { usePrinting } from '../lib/hooks/use-printing.ts';
import { isWindowed, withFocused, withGaps } from './row-window.ts';

const ROW = 45;
const COMPACT_ROW = 36;
/** Estimated height of a card: its name, then two values per line. */
const cardOf = (columns: number) => 54 + Math.ceil(Math.max(0, columns - 1) / 2) * 46;
const OVERSCAN = { rows: 12, cards: 4 };

interface Settings {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  columns: number;
  compact: boolean;
}
interface RowWindow {
  /** Indexes of the rendered rows, each with the height omitted above it, px. */
  drawn: readonly { index: number; before: number }[];
  /** Height omitted below, px. */
  after: number;
  /** Measures a row's height, for a windowed list. */
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
}

/** On a phone rows are cards, and the page scrolls rather than the list. Paper does not count as a phone. */
export function usePhone(): boolean {
  const narrow = useMediaQuery('screen and (max-width: 36em)', undefined, { getInitialValueInEffect: false });
  const printing = usePrinting();
  return narrow === true && !printing;
}

/** The rendered rows of a list: in a long one only the visible ones, in its own frame or in the page's. */
export function useRowWindow({ scroller, count, columns, compact }: Settings): RowWindow {
  const phone = usePhone();
  const windowed = isWindowed({ count, phone, printing: usePrinting() });
  const top = useTop(scroller, windowed && phone);
  const rangeExtractor = useCallback(
    (range: Range) => withFocused(defaultRangeExtractor(range), focusedRow(scroller.current), range.count),
    [scroller],
  );
  const framed = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (compact ? COMPACT_ROW : ROW),
    overscan: OVERSCAN.rows,
    rangeExtractor,
    enabled: windowed && !phone,
  });
  const paged = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize: () => cardOf(columns),
    overscan: OVERSCAN.cards,
    rangeExtractor,
    scrollMargin: top,
    enabled: windowed && phone,
  });
  if (!windowed)
    return {
      drawn: Array.from({ length: count }, (_, index) => ({ index, before: 0 })),
      after: 0,
      measure: undefined,
    };
  return phone ? shownBy(paged, top) : shownBy(framed, 0);
}

/** Index of the row that has the keyboard focus. */
function focusedRow(list: HTMLElement | null): number | null {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-index]');
  return row && list?.contains(row) ? Number(row.dataset.index) : null;
}

function shownBy<Scroller extends Element | Window>(
  virtual: Virtualizer<Scroller, HTMLTableRowElement>,
  margin: number,
): RowWindow {
  return {
    ...withGaps(virtual.getVirtualItems(), margin, virtual.getTotalSize()),
    measure: virtual.measureElement,
  };
}

/** Distance of a list from the top of the page, which changes with the notices above it. */
function useTop(scroller: RefObject<HTMLElement | null>, wanted: boolean): number {
  const [top, setTop] = useState(0);
  // After every render, because nothing reports that a notice above has disappeared.
  useLayoutEffect(() => {
    const list = scroller.current?.querySelector('tbody');
    if (!wanted || !list) return;
    const now = Math.round(list.getBoundingClientRect().top + window.scrollY);
    setTop((before) => (Math.abs(before - now) > 1 ? now : before));
  });
  return top;
}

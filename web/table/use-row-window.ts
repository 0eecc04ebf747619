import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows beyond which only those in sight are drawn. */
const ALL_DRAWN = 60;
const ROW = 45;
const COMPACT_ROW = 36;
/** A card before it is measured: its name, then two facts a line. */
const cardOf = (columns: number) => 54 + Math.ceil(Math.max(0, columns - 1) / 2) * 46;
const OVERSCAN = { rows: 12, cards: 4 };

interface Settings {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  columns: number;
  compact: boolean;
}
interface RowWindow {
  /** Places of the rows that are drawn. */
  drawn: readonly number[];
  /** Height of what is not drawn above and below, in px. */
  before: number;
  after: number;
  /** Of a windowed list, which wants to know how high a row is. */
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
}

/** On a phone a list has no window of its own to scroll in: rows are cards, and the page scrolls. */
export const usePhone = (): boolean =>
  useMediaQuery('screen and (max-width: 36em)', undefined, { getInitialValueInEffect: false }) ?? false;

/** Which rows of a list are drawn: of many those in sight alone, in its own frame or in the page's. */
export function useRowWindow({ scroller, count, columns, compact }: Settings): RowWindow {
  const phone = usePhone();
  const windowed = count > ALL_DRAWN;
  const top = useTop(scroller, windowed && phone);
  const framed = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (compact ? COMPACT_ROW : ROW),
    overscan: OVERSCAN.rows,
    enabled: windowed && !phone,
  });
  const paged = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize: () => cardOf(columns),
    overscan: OVERSCAN.cards,
    scrollMargin: top,
    enabled: windowed && phone,
  });
  if (!windowed) return { drawn: [...Array(count).keys()], before: 0, after: 0, measure: undefined };
  return phone ? shownBy(paged, top) : shownBy(framed, 0);
}

function shownBy<Scroller extends Element | Window>(
  virtual: Virtualizer<Scroller, HTMLTableRowElement>,
  margin: number,
): RowWindow {
  const items = virtual.getVirtualItems();
  return {
    drawn: items.map(({ index }) => index),
    before: Math.max(0, (items[0]?.start ?? margin) - margin),
    after: Math.max(0, virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin)),
    measure: virtual.measureElement,
  };
}

/** How far below the top of the page a list begins; what stands above it comes and goes. */
function useTop(scroller: RefObject<HTMLElement | null>, wanted: boolean): number {
  const [top, setTop] = useState(0);
  // After every drawing: nothing tells that a notice above has gone.
  useLayoutEffect(() => {
    const list = scroller.current?.querySelector('tbody');
    if (!wanted || !list) return;
    const now = Math.round(list.getBoundingClientRect().top + window.scrollY);
    setTop((before) => (Math.abs(before - now) > 1 ? now : before));
  });
  return top;
}

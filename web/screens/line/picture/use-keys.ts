import type { KeyboardEvent } from 'react';
import { type KmView, moved, showing, zoomed } from './km-view.ts';
import type { Item, Layout } from './track-layout.ts';
import { placeOf, walked } from './walk.ts';

interface Options {
  layout: Layout;
  view: KmView;
  onView: (view: KmView) => void;
  selected: number | null;
  onSelect: (item: Item | null, lane: number) => void;
  onOpen: (aero: number) => void;
}
const STEP = 1.6;
const PAGE = 0.8;

/**
 * Keyboard control of the chart: arrows walk, Enter opens, plus, minus and 0 zoom, Page Up and Page Down pan.
 */
export function lineKeys({ layout, view, onView, selected, onSelect, onOpen }: Options) {
  const middle = (view.from + view.to) / 2;
  const length = view.to - view.from;
  const views: Readonly<Record<string, () => KmView>> = {
    '+': () => zoomed(view, layout, STEP, middle),
    '=': () => zoomed(view, layout, STEP, middle),
    '-': () => zoomed(view, layout, 1 / STEP, middle),
    '0': () => ({ from: layout.from, to: layout.to }),
    PageDown: () => moved(view, layout, length * PAGE),
    PageUp: () => moved(view, layout, -length * PAGE),
  };
  const walk = (key: string): boolean => {
    const next = walked(layout.lanes, placeOf(layout.lanes, selected), key);
    const item = next && layout.lanes[next.lane]!.items[next.at];
    if (!next || !item) return false;
    onView(showing(view, layout, item.km));
    onSelect(item, next.lane);
    return true;
  };
  const act = (key: string): boolean => {
    if (key === 'Enter' && selected !== null) onOpen(selected);
    else if (key === 'Escape') onSelect(null, -1);
    else if (views[key]) onView(views[key]());
    else return false;
    return true;
  };
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (walk(event.key) || act(event.key)) event.preventDefault();
  };
}

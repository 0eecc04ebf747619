import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width of an element in px, kept up to date; known before the first paint, 0 while it is not laid out. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  // Measured at once: an observer reports a frame later, and the chart would be painted a frame late.
  useLayoutEffect(() => {
    if (!element.current) return;
    setWidth(innerWidthOf(element.current));
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return width;
}

function innerWidthOf(element: HTMLElement): number {
  const style = getComputedStyle(element);
  const beside = ['paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth'] as const;
  const taken = beside.reduce((sum, name) => sum + (Number.parseFloat(style[name]) || 0), 0);
  return Math.max(0, Math.floor(element.getBoundingClientRect().width - taken));
}

import { type RefObject, useEffect, useState } from 'react';

/** Width of an element in px, kept up to date; 0 until it is laid out. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return width;
}

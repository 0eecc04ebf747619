import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { ChartRange } from '../types.ts';

interface Current {
  range: ChartRange;
  onRange?: (range: ChartRange) => void;
}

/** Shift and drag, or the middle button, moves through time; the wheel with Ctrl zooms at the cursor. */
export function usePan(frame: RefObject<HTMLDivElement | null>, shown: () => Current): void {
  const current = useEffectEvent(shown);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const down = (event: PointerEvent) => {
      if (!event.shiftKey && event.button !== 1) return;
      event.preventDefault();
      event.stopPropagation();
      const start = event.clientX;
      const { from, to } = current().range;
      const up = (release: PointerEvent) => {
        const moved = ((start - release.clientX) / element.clientWidth) * (to - from);
        if (Math.abs(release.clientX - start) > 4)
          current().onRange?.({ from: Math.round(from + moved), to: Math.round(to + moved) });
      };
      window.addEventListener('pointerup', up, { once: true });
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { from, to } = current().range;
      const box = element.getBoundingClientRect();
      const at = from + ((event.clientX - box.left) / box.width) * (to - from);
      const factor = event.deltaY > 0 ? 1.4 : 1 / 1.4;
      current().onRange?.({
        from: Math.round(at - (at - from) * factor),
        to: Math.round(at + (to - at) * factor),
      });
    };
    element.addEventListener('pointerdown', down, true);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('pointerdown', down, true);
      element.removeEventListener('wheel', wheel);
    };
  }, [frame]);
}

import {
  type PointerEvent,
  type WheelEvent as ReactWheelEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import { type KmView, moved, zoomed } from './km-view.ts';

interface Options {
  view: KmView;
  whole: KmView;
  onView: (view: KmView) => void;
  /** px of the kilometre axis. */
  plot: number;
  kmAt: (x: number) => number;
  onPick: (x: number, y: number) => void;
}
/** px of a finger's trembling that are not a drag. */
const SLACK = 5;

/** Wheel and pinch zoom, a drag pans, a click picks. */
export function useGestures(
  canvas: RefObject<HTMLCanvasElement | null>,
  { view, whole, onView, plot, kmAt, onPick }: Options,
) {
  const down = useRef(new Map<number, { x: number; y: number }>());
  const dragged = useRef(0);
  // React's wheel listeners are passive: the page would scroll too.
  useEffect(() => {
    const element = canvas.current;
    const stay = (event: WheelEvent): void => {
      if (!event.shiftKey) event.preventDefault();
    };
    element?.addEventListener('wheel', stay, { passive: false });
    return () => element?.removeEventListener('wheel', stay);
  }, [canvas]);
  const at = (event: PointerEvent<HTMLCanvasElement> | ReactWheelEvent<HTMLCanvasElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  return {
    onWheel: (event: ReactWheelEvent<HTMLCanvasElement>) => {
      const { x } = at(event);
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (event.shiftKey) return;
      if (sideways) return onView(moved(view, whole, (event.deltaX / plot) * (view.to - view.from)));
      onView(zoomed(view, whole, Math.exp(-event.deltaY / 400), kmAt(x)));
    },
    onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      down.current.set(event.pointerId, at(event));
      if (down.current.size === 1) dragged.current = 0;
    },
    onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => {
      const before = down.current.get(event.pointerId);
      if (before === undefined) return;
      const now = at(event);
      dragged.current += Math.abs(now.x - before.x);
      const other = [...down.current].find(([id]) => id !== event.pointerId)?.[1];
      down.current.set(event.pointerId, now);
      if (other !== undefined) {
        const apart = (one: { x: number }) => Math.max(20, Math.abs(one.x - other.x));
        onView(zoomed(view, whole, apart(now) / apart(before), kmAt((now.x + other.x) / 2)));
      } else if (dragged.current > SLACK)
        onView(moved(view, whole, (-(now.x - before.x) / plot) * (view.to - view.from)));
    },
    onPointerUp: (event: PointerEvent<HTMLCanvasElement>) => {
      const { x, y } = at(event);
      if (down.current.size === 1 && dragged.current <= SLACK) onPick(x, y);
      down.current.delete(event.pointerId);
    },
    onPointerCancel: (event: PointerEvent<HTMLCanvasElement>) => void down.current.delete(event.pointerId),
  };
}

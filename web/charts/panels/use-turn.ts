import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Charts are drawn half a screen before they come into view, and in any case within this many ms. */
const AHEAD = 0.5;
const LATEST = 5000;

/**
 * Whether a chart may be drawn: at once when it is in view or near it, else when the page is idle, when it
 * comes near the view, when it is printed or when `drawNow` is called.
 */
export function useTurn(place: RefObject<HTMLElement | null>): { turn: boolean; drawNow: () => void } {
  const [turn, setTurn] = useState(false);
  useLayoutEffect(() => {
    const top = place.current?.getBoundingClientRect().top;
    if (top !== undefined && top < innerHeight * (1 + AHEAD)) setTurn(true);
  }, [place]);
  useEffect(() => {
    if (turn || place.current === null) return;
    const draw = (): void => setTurn(true);
    // The browser prints once the listeners have returned.
    const drawForPaper = (): void => flushSync(draw);
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && draw(),
      { rootMargin: `${AHEAD * 100}%` },
    );
    observer.observe(place.current);
    const stopWaiting = whenIdle(draw);
    const paper = matchMedia('print');
    addEventListener('beforeprint', drawForPaper);
    paper.addEventListener('change', drawForPaper);
    return () => {
      paper.removeEventListener('change', drawForPaper);
      observer.disconnect();
      stopWaiting();
      removeEventListener('beforeprint', drawForPaper);
    };
  }, [turn, place]);
  return { turn, drawNow: () => flushSync(() => setTurn(true)) };
}

function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, LATEST / 4);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(act, { timeout: LATEST });
  return () => cancelIdleCallback(idle);
}

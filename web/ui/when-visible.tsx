import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * A page that has been open for this long (ms) loads the rest too, so that it can be printed: the browser's
 * print dialog waits for nothing.
 */
const STAYED = 8000;
const PRINTS = '(any-pointer: fine)';

interface Props {
  /** Reserved until then, so that nothing jumps. */
  minHeight?: number;
  children: ReactNode;
}
/** Renders (and so loads) its content once it comes near the viewport, or may be printed. */
export function WhenVisible({ minHeight, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const show = (): void => setVisible(true);
    // The browser prints once the listeners have returned.
    const print = (): void => flushSync(show);
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && show(),
      {
        rootMargin: '80px',
      },
    );
    if (place.current !== null) observer.observe(place.current);
    addEventListener('beforeprint', print);
    const timer = matchMedia(PRINTS).matches ? setTimeout(show, STAYED) : undefined;
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', print);
      clearTimeout(timer);
    };
  }, []);
  return (
    <div ref={place} style={{ minHeight, height: '100%' }}>
      {visible && children}
    </div>
  );
}

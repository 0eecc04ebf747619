import { type ReactNode, useEffect, useRef, useState } from 'react';

interface Props {
  /** Reserved until then, so that nothing jumps. */
  minHeight: number;
  children: ReactNode;
}
/** Renders (and so loads) its content once it comes near the viewport, or is printed. */
export function WhenVisible({ minHeight, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const show = (): void => setVisible(true);
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && show(),
      {
        rootMargin: '80px',
      },
    );
    if (place.current !== null) observer.observe(place.current);
    addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', show);
    };
  }, []);
  return (
    <div ref={place} style={{ minHeight, height: '100%' }}>
      {visible && children}
    </div>
  );
}

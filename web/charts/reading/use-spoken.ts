import { useEffect, useRef, useState } from 'react';

/** While an arrow key is held down only the last point is spoken, not those in between. */
const PAUSE = 350;

/** A text for a live region, spoken after a moment without a newer one. */
export function useSpoken(): [string, (text: string) => void] {
  const [spoken, setSpoken] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSpoken(text), PAUSE);
  };
  return [spoken, say];
}

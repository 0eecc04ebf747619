import { useEffect, useRef, useState } from 'react';

/** Somebody who holds an arrow key down hears the point they stop at, not every one on the way. */
const PAUSE = 350;

/** A text for a live region, said once nothing newer came for a moment. */
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

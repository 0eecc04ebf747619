import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether this goes onto paper, known before the picture of it is taken. */
export function usePaper(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia('print');
    const follow = (): void => flushSync(() => setPrinting(paper.matches));
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    paper.addEventListener('change', follow);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      paper.removeEventListener('change', follow);
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed: paper is white in any theme. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia('print');
    // The browser prints once the listeners have returned.
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

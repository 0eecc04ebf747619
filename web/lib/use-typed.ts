import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Rest of the keys after which the address takes over what was typed, ms. */
const REST = 300;

export interface Typed {
  /** What stands in the field, and what the screen filters by. */
  typed: string;
  type: (text: string) => void;
  clear: () => void;
  /** Takes over what was typed at once: the reader leaves the field. */
  flush: () => void;
}

/**
 * A search text that is answered at each key while the address (`text`, `commit`) follows when the keys
 * rest: browsers refuse an address per key, and the router would draw the whole screen for each.
 */
export function useTyped(text: string, commit: (text: string) => void): Typed {
  const [typed, setTyped] = useState(text);
  // Committed and not yet back from the address, which may come while newer keys wait.
  const sent = useRef<string[]>([]);
  const later = useDebouncedCallback((value: string) => {
    sent.current.push(value);
    commit(value);
  }, REST);
  // Back, forward and links change the text too; what comes back from here does not touch newer keys.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `later` is one for the life of the field
  useEffect(() => {
    const at = sent.current.indexOf(text);
    sent.current.splice(0, at < 0 ? sent.current.length : at + 1);
    if (at >= 0) return;
    later.cancel();
    setTyped(text);
  }, [text]);
  const type = (value: string): void => {
    setTyped(value);
    later(value);
  };
  const clear = (): void => {
    type('');
    later.flush();
  };
  return { typed, type, clear, flush: later.flush };
}

import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Pause in typing after which the address is updated, ms. */
const REST = 300;

export interface Typed {
  /** The text in the field, by which the screen filters. */
  typed: string;
  type: (text: string) => void;
  clear: () => void;
  /** Updates the address at once, when the field is left. */
  flush: () => void;
}

/**
 * A search text that applies at each key while the address (`text`, `commit`) follows after a pause: browsers
 * limit address changes, and the router would render the whole screen at each.
 */
export function useTyped(text: string, commit: (text: string) => void): Typed {
  const [typed, setTyped] = useState(text);
  // Committed, but not yet seen in the address; newer keys may be waiting.
  const sent = useRef<string[]>([]);
  const later = useDebouncedCallback((value: string) => {
    sent.current.push(value);
    commit(value);
  }, REST);
  // Back, forward and links change the text too; our own commits must not overwrite newer keys.
  const follow = useEffectEvent((text: string): void => {
    const at = sent.current.indexOf(text);
    sent.current.splice(0, at < 0 ? sent.current.length : at + 1);
    if (at >= 0) return;
    later.cancel();
    setTyped(text);
  });
  useEffect(() => follow(text), [text]);
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

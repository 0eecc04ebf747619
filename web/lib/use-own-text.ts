import { useState } from 'react';
import { isSettled, type OwnText, textToSend } from './own-text.ts';

/**
 * A field that is saved when it is left, over a text that others may change meanwhile: it follows theirs until
 * something is typed in it. `save` answers whether it was taken; what was refused stays in the field.
 */
export function useOwnText(stored: string, save: (text: string) => Promise<boolean>) {
  const [own, setOwn] = useState<OwnText | null>(null);
  const settled = isSettled(own, stored);
  if (own !== null && settled) setOwn(null);
  const leave = async (): Promise<void> => {
    const text = textToSend(own, stored);
    if (text === null) {
      if (own?.over === null) setOwn(null);
      return;
    }
    if (await save(text))
      setOwn((now) => (now?.text.trim() === text && now.over === null ? { text, over: stored } : now));
  };
  return {
    value: own === null || settled ? stored : own.text,
    onChange: (event: { currentTarget: { value: string } }) =>
      setOwn({ text: event.currentTarget.value, over: null }),
    onBlur: () => void leave(),
  };
}

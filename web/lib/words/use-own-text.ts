import { useState } from 'react';
import { isOvertaken, isSettled, type OwnText, textToSend, typed } from './own-text.ts';

/** Saves a text and returns whether it was accepted; `known` are the texts that it may replace. */
export type SaveText = (text: string, known: readonly string[]) => Promise<boolean>;

/**
 * A field saved on blur, with a text that others may change meanwhile: it follows theirs until the user
 * types. Refused text stays in the field; if somebody else stored another text since, nothing is sent until
 * the user has chosen; with `merges`, it is sent all the same, as the server keeps both. `complete` makes
 * what is shown and sent from what was typed, once the user leaves the field.
 */
export function useOwnText(
  stored: string,
  save: SaveText,
  { merges = false, complete = (text: string) => text } = {},
) {
  const [own, setOwn] = useState<OwnText | null>(null);
  const settled = isSettled(own, stored);
  if (own !== null && settled) setOwn(null);
  const send = async (text: string, known: readonly string[]): Promise<void> => {
    if (!(await save(text, known))) return;
    setOwn((now) => {
      if (now === null || now.over !== null) return now;
      return now.text.trim() === text
        ? { ...now, text, over: stored }
        : { ...now, known: [...now.known, text] };
    });
  };
  const leave = async (): Promise<void> => {
    const left = own === null ? null : { ...own, text: complete(own.text) };
    if (left?.text !== own?.text) setOwn(left);
    const text = textToSend(left, stored, merges);
    if (text !== null && left !== null) return send(text, left.known);
    if (left?.over === null && (merges || !isOvertaken(left, stored))) setOwn(null);
  };
  const keep = async (): Promise<void> => {
    if (own === null) return;
    const known = [...own.known, stored];
    setOwn({ ...own, known });
    await send(own.text.trim(), known);
  };
  return {
    overtaken: !merges && isOvertaken(own, stored),
    /** Takes the stored text. */
    take: () => setOwn(null),
    /** Saves the typed text over it. */
    keep: () => void keep(),
    field: {
      value: own === null || settled ? stored : own.text,
      onChange: (event: { currentTarget: { value: string } }) =>
        setOwn(typed(own, stored, event.currentTarget.value)),
      onBlur: () => void leave(),
    },
  };
}

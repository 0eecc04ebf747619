/** Text typed over a stored one. */
export interface OwnText {
  readonly text: string;
  /** Texts that are no conflict: what was stored when typing began, and what was saved from here since. */
  readonly known: readonly string[];
  /** The text that it replaced; null until it is saved. */
  readonly over: string | null;
}

/** New input, over the stored text, or over what was typed and saved before. */
export const typed = (own: OwnText | null, stored: string, text: string): OwnText => {
  if (own === null || isSettled(own, stored)) return { text, known: [stored], over: null };
  const known = own.over === null ? own.known : [...own.known, own.text.trim()];
  return { text, known, over: null };
};

/** Whether the field shows the stored text again: nothing was typed, or the server has returned it. */
export const isSettled = (own: OwnText | null, stored: string): boolean =>
  own === null || (own.over !== null && own.over !== stored);

/** Whether somebody else stored another text since typing began, so that the user must choose. */
export const isOvertaken = (own: OwnText | null, stored: string): boolean =>
  own !== null && own.over === null && !own.known.includes(stored) && own.text.trim() !== stored;

/**
 * The trimmed text to send on blur; null if nothing was typed here, even if somebody else changed it, or if
 * the user must choose first, unless the server `merges` both.
 */
export const textToSend = (own: OwnText | null, stored: string, merges = false): string | null =>
  own === null || own.over !== null || own.text.trim() === stored || (!merges && isOvertaken(own, stored))
    ? null
    : own.text.trim();

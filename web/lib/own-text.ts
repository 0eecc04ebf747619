/** What was typed over a stored text. */
export interface OwnText {
  readonly text: string;
  /** Texts that are no news: what was stored when it was begun, and what was saved from here since. */
  readonly known: readonly string[];
  /** The text it was saved over; null until it is saved. */
  readonly over: string | null;
}

/** Something typed now, over what is stored or what was typed and saved before. */
export const typed = (own: OwnText | null, stored: string, text: string): OwnText => {
  if (own === null || isSettled(own, stored)) return { text, known: [stored], over: null };
  const known = own.over === null ? own.known : [...own.known, own.text.trim()];
  return { text, known, over: null };
};

/** Whether the field shows the stored text again: nothing was typed, or what was typed has come back from the server. */
export const isSettled = (own: OwnText | null, stored: string): boolean =>
  own === null || (own.over !== null && own.over !== stored);

/** Whether somebody else stored another text since this one was begun: one of both is to be chosen. */
export const isOvertaken = (own: OwnText | null, stored: string): boolean =>
  own !== null && own.over === null && !own.known.includes(stored) && own.text.trim() !== stored;

/** What is sent when the field is left, without the blanks around it, as it is stored; null where its reader typed nothing, also if somebody else changed it. */
export const textToSend = (own: OwnText | null, stored: string): string | null =>
  own === null || own.over !== null || own.text.trim() === stored || isOvertaken(own, stored)
    ? null
    : own.text.trim();

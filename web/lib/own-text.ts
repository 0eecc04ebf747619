/** What was typed over a stored text; `over` is the text it was saved over, null until it is saved. */
export interface OwnText {
  readonly text: string;
  readonly over: string | null;
}

/** Whether the field shows the stored text again: nothing was typed, or what was typed has come back from the server. */
export const isSettled = (own: OwnText | null, stored: string): boolean =>
  own === null || (own.over !== null && own.over !== stored);

/** What is sent when the field is left, without the blanks around it, as it is stored; null where its reader typed nothing, also if somebody else changed it. */
export const textToSend = (own: OwnText | null, stored: string): string | null =>
  own === null || own.over !== null || own.text.trim() === stored ? null : own.text.trim();

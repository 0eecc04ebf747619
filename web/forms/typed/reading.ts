/** What a field reads in a text: its value, null for none, or what is wrong with it, as a code of `validation`. */
export type Reading<T> = { readonly value: T | null } | { readonly problem: string };

/**
 * What a form holds for a field: its value, null where it is empty, or the text itself where it cannot be read.
 * No schema accepts such a text for a number or a time, so that it is refused where it is sent all the same.
 */
export type Held<T> = T | string | null;

/** As a body takes it: what cannot be read goes along, and is refused there. */
export const sent = <T>(held: Held<T>): T | null => held as T | null;

/** How a kind of value is shown in a field, and read from it. */
export interface Notation<T> {
  /** Shown anew when this changes: language, units, time zone. */
  readonly key: string;
  show(value: T | string): string;
  read(text: string): Reading<T>;
}

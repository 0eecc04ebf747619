/** The result of parsing a field's text: its value, null for none, or a problem as a code of `validation`. */
export type Reading<T> = { readonly value: T | null } | { readonly problem: string };

/**
 * A field's value in a form: its value, null if empty, or the text itself if it cannot be parsed. No schema
 * accepts such a text for a number or a time, so it is refused if it is sent all the same.
 */
export type Held<T> = T | string | null;

/** The value for a body: unparsable text is sent unchanged, and refused by the server. */
export const sent = <T>(held: Held<T>): T | null => held as T | null;

/** How a kind of value is formatted in a field, and parsed from it. */
export interface Notation<T> {
  /** Formatted again when this changes: language, units, time zone. */
  readonly key: string;
  show(value: T | string): string;
  read(text: string): Reading<T>;
}

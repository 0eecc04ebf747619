/**
 * Rows as `copy (…) to stdout (format binary)` writes them: a bytea takes half the bytes of its digits, and
 * is parsed only where it is needed.
 */

/** Bytes before the length of the header extension. */
const HEAD = 15;

/** A field: the offset of its first byte and its length; −1 for null. */
export interface Field {
  readonly at: number;
  readonly length: number;
}

/** The fields of each row. */
export function fieldsOfRows(view: DataView): Field[][] {
  const rows: Field[][] = [];
  let at = HEAD + 4 + view.getInt32(HEAD);
  for (let many = view.getInt16(at); many >= 0; many = view.getInt16(at)) {
    at += 2;
    const fields: Field[] = [];
    for (let i = 0; i < many; i++) {
      const length = view.getInt32(at);
      fields.push({ at: at + 4, length });
      at += 4 + Math.max(0, length);
    }
    rows.push(fields);
  }
  return rows;
}

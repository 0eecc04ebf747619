/** What JSON can hold without loss. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/**
 * JSON in the canonical form that is signed and hashed: RFC 8785. Names ordered by UTF-16 code units, no
 * blanks, numbers and strings as ECMAScript writes them. A name whose value is undefined is omitted.
 * @throws RangeError for NaN and infinities, which JSON cannot hold
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((one: Json) => canonicalJson(one)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const record = value as { readonly [name: string]: Json | undefined };
    const members = Object.keys(record)
      .sort()
      .flatMap((name) => {
        const held = record[name];
        return held === undefined ? [] : [`${JSON.stringify(name)}:${canonicalJson(held)}`];
      });
    return `{${members.join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} is no JSON`);
  return JSON.stringify(value);
}

/**
 * Lists as PostgreSQL array literals. Written by hand because the driver escapes every element separately,
 * which costs more than the insert at 10,000 rows.
 */
export function numberArray(values: Iterable<number | null>): string {
  const parts: string[] = [];
  for (const value of values) parts.push(value === null ? 'NULL' : String(value));
  return `{${parts.join(',')}}`;
}

/** For single precision columns: PostgreSQL refuses values too small for them. */
export function realArray(values: Iterable<number | null>): string {
  const parts: string[] = [];
  for (const value of values)
    parts.push(value === null ? 'NULL' : Math.abs(value) < 1e-30 ? '0' : String(value));
  return `{${parts.join(',')}}`;
}

/** Text, quoted; for bytes pass hexadecimal. */
export function textArray(values: Iterable<string>): string {
  const parts: string[] = [];
  for (const value of values) parts.push(`"${value.replace(/[\\"]/g, '\\$&').replaceAll('\u0000', '')}"`);
  return `{${parts.join(',')}}`;
}

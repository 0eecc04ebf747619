/** The beginning of a CSV file: enough to show it and to map its columns. */
export interface Head {
  readonly separator: ',' | ';' | '\t';
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
const SEPARATORS = [',', ';', '\t'] as const;

/** Bytes that are read. */
export const HEAD_BYTES = 64 * 1024;

/** Reads header and first rows; null without columns. The separator is detected as on the server. */
export function readHead(text: string, most = 8): Head | null {
  const clean = text.replace(/^\uFEFF/, '');
  const [line = ''] = clean.split(/\r?\n/, 1);
  const separator = SEPARATORS.reduce<(typeof SEPARATORS)[number]>(
    (best, one) => (line.split(one).length > line.split(best).length ? one : best),
    ',',
  );
  const [headers = [], ...rows] = cut(clean, separator, most + 1);
  if (headers.filter((name) => name.trim() !== '').length < 2) return null;
  return { separator, headers, rows };
}

/** One cell: quoted with doubled quotes inside (RFC 4180), or unquoted up to the separator or the line's end. */
function cellAt(text: string, start: number, separator: string): { cell: string; end: number } {
  let end = start;
  let cell = '';
  if (text[start] === '"') {
    const quoted = /"((?:[^"]|"")*)(?:"|$)/y;
    quoted.lastIndex = start;
    const [whole, inside] = quoted.exec(text)!;
    cell = inside!.replaceAll('""', '"');
    end = start + whole.length;
  }
  const rest = end;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  return { cell: cell + text.slice(rest, end).replaceAll('\r', ''), end };
}

/** Cells of the first rows; empty lines are skipped. */
function cut(text: string, separator: string, most: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length && rows.length < most; ) {
    const { cell, end } = cellAt(text, at, separator);
    row.push(cell);
    at = end + 1;
    if (text[end] === separator) continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

/** The beginning of a CSV file: enough to show it and to say which column is what. */
export interface Head {
  readonly separator: ',' | ';' | '\t';
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
const SEPARATORS = [',', ';', '\t'] as const;

/** Bytes that are looked at. */
export const HEAD_BYTES = 64 * 1024;

/** Reads header and first rows; null when the first line has no columns. The separator as the server finds it. */
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

/** Cells of the first rows by RFC 4180; empty lines are left out. */
function cut(text: string, separator: string, most: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = (): void => {
    row.push(cell);
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    cell = '';
  };
  for (let at = 0; at < text.length && rows.length < most; at += 1) {
    const char = text[at]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === separator) {
      row.push(cell);
      cell = '';
    } else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  if (rows.length < most && (cell !== '' || row.length > 0)) endRow();
  return rows;
}

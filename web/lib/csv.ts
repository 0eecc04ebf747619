/** A cell is quoted where needed, and never a formula for a spreadsheet; imports take the mark away again. */
const cell = (text: string): string => {
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",;\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows of cells as spreadsheets read them: with a byte order mark, and CRLF after each line. */
export const csvText = (rows: readonly (readonly string[])[], separator: string): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('')}`;

export const csvFile = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' });

import type { Language } from '../../platform/viewer.ts';
import type { ExportPiece } from './export-rows.ts';
import { stamper } from './local-time.ts';

const BOM = '\uFEFF';
/** What the spreadsheets of each language take for columns and decimals. */
export const CSV_FORMS = {
  en: { separator: ',', decimal: '.' },
  fr: { separator: ';', decimal: ',' },
} as const satisfies Record<Language, { separator: string; decimal: string }>;

/** Text of a cell: quoted where needed, and never a formula to a spreadsheet. */
export function csvText(text: string, separator: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** CSV by RFC 4180 in UTF-8 with a byte order mark, without which Excel misreads `°C`. */
export async function* csvOf(
  headers: readonly string[],
  pieces: AsyncIterable<ExportPiece>,
  language: Language,
  zone: string,
): AsyncGenerator<string> {
  const { separator, decimal } = CSV_FORMS[language];
  yield `${BOM}${headers.map((header) => csvText(header, separator)).join(separator)}\r\n`;
  const stamp = stamper(zone, separator);
  for await (const { serial, position, text } of pieces) {
    const middle = `${separator}${csvText(serial, separator)}${separator}${position}`;
    const lines = decimal === '.' ? text : text.replaceAll('.', decimal);
    const cells = lines.replaceAll('\t', separator);
    let written = '';
    for (let start = 0; start < cells.length; ) {
      const end = cells.indexOf('\n', start);
      const stop = end < 0 ? cells.length : end;
      const values = cells.indexOf(separator, start);
      written += `${stamp(Number(cells.slice(start, values)))}${middle}${cells.slice(values, stop)}\r\n`;
      start = stop + 1;
    }
    yield written;
  }
}

import type { Language } from '../../platform/viewer.ts';
import type { ExportRow } from './export-rows.ts';
import { clockOf } from './local-time.ts';

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
  pieces: AsyncIterable<readonly ExportRow[]>,
  language: Language,
  zone: string,
): AsyncGenerator<string> {
  const { separator, decimal } = CSV_FORMS[language];
  yield `${BOM}${headers.map((header) => csvText(header, separator)).join(separator)}\r\n`;
  const clock = clockOf(zone);
  const utc = clockOf('UTC');
  // The name of an AERO is written once for its many rows.
  let named = '';
  let middle = '';
  for await (const rows of pieces) {
    let text = '';
    for (const { time, serial, position, cells } of rows) {
      if (named !== `${serial} ${position}`) {
        named = `${serial} ${position}`;
        middle = `${separator}${csvText(serial, separator)}${separator}${position}${separator}`;
      }
      const numbers = decimal === '.' ? cells : cells.replaceAll('.', decimal);
      text += `${clock(time)}${separator}${utc(time)}${middle}${numbers.replaceAll('\t', separator)}\r\n`;
    }
    yield text;
  }
}

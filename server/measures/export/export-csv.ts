import { LANGUAGES } from '@aerowatch/domain/languages';
import type { Language } from '../../platform/viewer.ts';
import { CARRIAGE_RETURN, DOT, LINE_FEED, TAB, ZERO } from './ascii.ts';
import type { ExportPiece } from './export-rows.ts';
import { STAMP_BYTES, stamper } from './local-time.ts';

const BOM = '\uFEFF';
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
): AsyncGenerator<string | Buffer> {
  const { separator, decimal } = LANGUAGES[language];
  yield `${BOM}${headers.map((header) => csvText(header, separator)).join(separator)}\r\n`;
  const stamp = stamper(zone, separator);
  // What each byte of a value becomes.
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  bytes[TAB] = separator.charCodeAt(0);
  bytes[DOT] = decimal.charCodeAt(0);
  for await (const { serial, position, lines, count } of pieces) {
    const middle = Buffer.from(`${separator}${csvText(serial, separator)}${separator}${position}`);
    const out = Buffer.allocUnsafe(lines.length + count * (STAMP_BYTES + middle.length + 1));
    let end = 0;
    for (let at = 0; at < lines.length; ) {
      let time = 0;
      for (; lines[at] !== TAB; at += 1) time = time * 10 + (lines[at] ?? 0) - ZERO;
      end = stamp(time, out, end);
      end += middle.copy(out, end);
      for (; lines[at] !== LINE_FEED; at += 1) {
        out[end] = bytes[lines[at] ?? 0] ?? 0;
        end += 1;
      }
      out[end] = CARRIAGE_RETURN;
      out[end + 1] = LINE_FEED;
      end += 2;
      at += 1;
    }
    yield out.subarray(0, end);
  }
}

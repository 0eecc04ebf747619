import type { FileFormat } from '@aerowatch/domain/file-formats';
import { LANGUAGES } from '@aerowatch/domain/languages';
import { CARRIAGE_RETURN, DOT, LINE_FEED, TAB, ZERO } from './ascii.ts';
import { csvText } from './csv-text.ts';
import { offsets, offsetText, STAMP_BYTES, stamper } from './local-time.ts';
import { type Cell, cellsOf, isLines, type Lines, type Table, UtcTime } from './table.ts';
import { rowXml, sheetHead, WORKBOOK_PARTS, workbookXml } from './workbook.ts';
import { zipOf } from './zip.ts';

/** Writes a table as a file, piece by piece. */
type Writer = (table: Table) => AsyncGenerator<string | Buffer>;

const BOM = '\uFEFF';

/** CSV by RFC 4180 in UTF-8 with a byte order mark, without which Excel misreads `°C`. */
async function* csv({ header, pieces, language, zone }: Table): AsyncGenerator<string | Buffer> {
  const { separator, decimal } = LANGUAGES[language];
  const offsetAt = offsets(zone);
  const write = linesWriter(zone, separator, decimal);
  yield `${BOM}${header.map((text) => csvText(text, separator)).join(separator)}\r\n`;
  for await (const piece of pieces) {
    if (isLines(piece)) yield write(piece);
    else yield piece.map((row) => `${row.map(cell).join(separator)}\r\n`).join('');
  }
  function cell(value: Cell): string {
    if (value === null) return '';
    if (typeof value === 'number') return String(value).replace('.', decimal);
    if (typeof value === 'string') return csvText(value, separator);
    if (value instanceof UtcTime) return value.toISOString();
    const offset = offsetAt(value.getTime());
    const clock = new Date(value.getTime() + offset).toISOString().replace(/(\.000)?Z$/, '');
    return `${clock}${offsetText(offset)}`;
  }
}

/** Lines are converted from bytes to bytes: a million rows as text would cost three times as much. */
function linesWriter(zone: string, separator: string, decimal: string): (piece: Lines) => Buffer {
  const stamp = stamper(zone, separator);
  // The replacement of each byte of a value.
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  bytes[TAB] = separator.charCodeAt(0);
  bytes[DOT] = decimal.charCodeAt(0);
  return ({ lead, lines, count }) => {
    const texts = lead.map((cell) => `${separator}${csvText(String(cell ?? ''), separator)}`);
    const middle = Buffer.from(texts.join(''));
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
    return out.subarray(0, end);
  };
}

/** An Excel workbook of one sheet with typed cells: times are times, numbers are numbers, texts never formulas. */
async function* xlsx(table: Table): AsyncGenerator<Buffer> {
  const parts = { ...WORKBOOK_PARTS, 'xl/workbook.xml': workbookXml(table.name) };
  yield* zipOf(parts, { name: 'xl/worksheets/sheet1.xml', pieces: sheet() });
  async function* sheet(): AsyncGenerator<string> {
    const offsetAt = offsets(table.zone);
    let row = 1;
    yield sheetHead(table.header);
    for await (const piece of table.pieces) {
      let written = '';
      for (const cells of cellsOf(piece)) {
        row += 1;
        written += rowXml(row, cells, offsetAt);
      }
      yield written;
    }
    yield '</sheetData></worksheet>';
  }
}

const WRITERS: Readonly<Record<FileFormat, Writer>> = { csv, xlsx };

/** A table as a file of a format. */
export function writeTable(format: FileFormat, table: Table): AsyncGenerator<string | Buffer> {
  const write = WRITERS[format];
  // A job that another version of the server queued may have an unknown format.
  if (write === undefined) throw new Error(`no writer of ${format}`);
  return write(table);
}

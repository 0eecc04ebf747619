import { readFile } from 'node:fs/promises';
import { BadRequest } from '../errors.ts';
import { takeTurns } from '../load/turns.ts';
import { csvRecords } from './read-csv.ts';
import { isWorkbook, workbookRecords } from './read-workbook.ts';

/** Limits of a file, besides its size. */
const MAX_ROWS = 20_000;
const MAX_COLUMNS = 200;

/** A parsed row: values by the API's name of their column. */
export interface TableRow {
  readonly row: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** What stands in the cells, before it was parsed. */
  readonly texts: Readonly<Record<string, string>>;
  /** Its number of cells differs from the header's. */
  readonly ragged: boolean;
}

/** A column that a file may have. */
export interface ReadColumn {
  /** The API's name. */
  readonly key: string;
  /** Turns a cell into the API's value; missing where an import ignores the column. */
  readonly read?: (text: string) => unknown;
}

export interface ReadHow {
  /** The column of a header, in any of our languages. */
  readonly columnOf: (header: string) => ReadColumn | undefined;
  /** The column that every file must have. */
  readonly needed: string;
  /** Mapping of headers that match no column. */
  readonly mapping?: Readonly<Record<string, string>> | undefined;
  /** Unknown headers are listed; they do not refuse the file. */
  readonly lenient: boolean;
  /** Cells that a person mended on the screen, by the number of their row; they replace those of the file. */
  readonly mended?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
}

/** Reads a table with a header: a CSV, or the first sheet of an Excel workbook (.xlsx). */
export async function readTable(
  path: string,
  how: ReadHow,
): Promise<{ rows: TableRow[]; unknown: string[] }> {
  const unread = Object.values(how.mended ?? {})
    .flatMap((cells) => Object.keys(cells))
    .find((key) => how.columnOf(key)?.key !== key);
  if (unread !== undefined) throw new BadRequest({ mended: [`unknown_column|${unread}`] });
  const bytes = await readFile(path);
  const rows: TableRow[] = [];
  let header: Header | undefined;
  const rest = takeTurns();
  for await (const { row, cells } of isWorkbook(bytes) ? workbookRecords(bytes) : csvRecords(bytes)) {
    await rest();
    if (header === undefined) {
      header = readHeader(cells, how);
      continue;
    }
    // Spreadsheets leave rows of separators behind.
    if (header.nameless || cells.every((cell) => cell === '')) continue;
    if (rows.length >= MAX_ROWS) throw new BadRequest({ file: [`max_items|${MAX_ROWS}`] });
    const texts = textsOf(cells, header.columns, how.mended?.[row]);
    rows.push({ row, texts, values: valuesOf(texts, how), ragged: cells.length !== header.columns.length });
  }
  if (header === undefined) throw new BadRequest({ file: ['file_empty'] });
  return { rows, unknown: header.unknown };
}

interface Header {
  columns: (ReadColumn | undefined)[];
  unknown: string[];
  /** No column is known to be the needed one yet. */
  nameless: boolean;
}

function readHeader(record: readonly string[], how: ReadHow): Header {
  const { columnOf, needed, mapping = {}, lenient } = how;
  if (record.length > MAX_COLUMNS) throw new BadRequest({ file: [`max_items|${MAX_COLUMNS}`] });
  // A header may have the name of an Object.prototype property.
  const meantBy = (header: string) => (Object.hasOwn(mapping, header) ? mapping[header] : undefined);
  const columns = record.map((header) => columnOf(header) ?? columnOf(meantBy(header) ?? ''));
  const unknown = record.filter(
    (header, index) => columns[index] === undefined && header !== '' && meantBy(header) !== '',
  );
  if (unknown.length > 0 && !lenient)
    throw new BadRequest({ file: [`unknown_column|${unknown.slice(0, 10).join(', ')}`] });
  const known = columns.flatMap((column) => column ?? []);
  const twice = known.find((column, index) => known.indexOf(column) !== index);
  if (twice !== undefined) throw new BadRequest({ file: [`column_twice|${twice.key}`] });
  const nameless = !known.some((column) => column.key === needed);
  if (nameless && unknown.length === 0) throw new BadRequest({ file: [`missing_column|${needed}`] });
  return { columns, unknown, nameless };
}

/** Empty cells are left out; the mark that keeps a spreadsheet from calculating is removed. */
function textsOf(
  cells: readonly string[],
  columns: readonly (ReadColumn | undefined)[],
  mended: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [index, column] of columns.entries()) {
    const cell = (cells[index] ?? '').trim().replace(/^'(?=[=+\-@\t\r])/, '');
    if (column?.read !== undefined && cell !== '') texts[column.key] = cell;
  }
  for (const [key, text] of Object.entries(mended))
    if (text.trim() === '') delete texts[key];
    else texts[key] = text.trim();
  return texts;
}

function valuesOf(texts: Readonly<Record<string, string>>, { columnOf }: ReadHow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => {
      const read = columnOf(key)?.read;
      return read === undefined ? [] : [[key, read(text)]];
    }),
  );
}

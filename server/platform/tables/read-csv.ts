import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { BadRequest } from '../errors.ts';
import { takeTurns } from '../load/turns.ts';

/** Limits of a file, besides its size. */
const MAX_ROWS = 20_000;
const MAX_COLUMNS = 200;
const MAX_RECORD_BYTES = 100_000;
/** Characters parsed at once: some hundred rows. */
const PIECE = 4 * 1024;

/** A parsed row: values by the API's name of their column. Rows are numbered as in a spreadsheet, the header is 1. */
export interface CsvRow {
  readonly row: number;
  readonly values: Readonly<Record<string, unknown>>;
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
}

/** The separator of a header line: the one that splits it into the most cells. */
export function separatorOf(line: string): string {
  const cells = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce(
    (best, separator) => (cells(separator) > cells(best) ? separator : best),
    ',',
  );
}

/** Reads a CSV with a header: separated by `,`, `;` or tab, in UTF-8 or as Excel writes it. */
export async function readCsv(path: string, how: ReadHow): Promise<{ rows: CsvRow[]; unknown: string[] }> {
  const content = textOf(await readFile(path));
  const begin = content.slice(0, MAX_RECORD_BYTES);
  const first = begin.slice(0, begin.search(/\r?\n|$/));
  const rows: CsvRow[] = [];
  let columns: readonly (ReadColumn | undefined)[] | undefined;
  let unknown: string[] = [];
  let nameless = false;
  let row = 0;
  const parser = parse({
    delimiter: separatorOf(first),
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
    skip_empty_lines: true,
    info: true,
    trim: true,
  });
  const rest = takeTurns();
  // In pieces, because otherwise all of it would be parsed at once.
  Readable.from(piecesOf(content)).pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { records: number; empty_lines: number };
    }>) {
      await rest();
      row = info.records + info.empty_lines;
      if (columns === undefined) {
        ({ columns, unknown, nameless } = readHeader(record, how));
        continue;
      }
      // Spreadsheets leave rows of separators behind.
      if (nameless || record.every((cell) => cell === '')) continue;
      if (rows.length >= MAX_ROWS) throw new BadRequest({ file: [`max_items|${MAX_ROWS}`] });
      rows.push({ row, values: valuesOf(record, columns), ragged: record.length !== columns.length });
    }
  } catch (error) {
    if (error instanceof CsvError) throw new BadRequest({ file: [`csv|${Number(error.lines ?? row + 1)}`] });
    throw error;
  }
  if (columns === undefined) throw new BadRequest({ file: ['file_empty'] });
  return { rows, unknown };
}

function* piecesOf(content: string): Generator<string> {
  for (let at = 0; at < content.length; at += PIECE) yield content.slice(at, at + PIECE);
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
function valuesOf(
  record: readonly string[],
  columns: readonly (ReadColumn | undefined)[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const cell = (record[index] ?? '').replace(/^'(?=[=+\-@\t\r])/, '');
    if (column?.read !== undefined && cell !== '') values[column.key] = column.read(cell);
  }
  return values;
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { BadRequest } from '../errors.ts';
import type { TableRecord } from './table-record.ts';

const MAX_RECORD_BYTES = 100_000;
/** Characters parsed at once: some hundred rows. */
const PIECE = 4 * 1024;

/** The separator of a header line: the one that splits it into the most cells. */
export function separatorOf(line: string): string {
  const cells = (separator: string) => line.split(separator).length;
  return [',', ';', '\t'].reduce(
    (best, separator) => (cells(separator) > cells(best) ? separator : best),
    ',',
  );
}

/** The records of a CSV: separated by `,`, `;` or tab, in UTF-8 or as Excel writes it. */
export async function* csvRecords(bytes: Buffer): AsyncGenerator<TableRecord> {
  const content = textOf(bytes);
  const begin = content.slice(0, MAX_RECORD_BYTES);
  const first = begin.slice(0, begin.search(/\r?\n|$/));
  const parser = parse({
    delimiter: separatorOf(first),
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
    skip_empty_lines: true,
    info: true,
    trim: true,
  });
  let row = 0;
  // In pieces, because otherwise all of it would be parsed at once.
  Readable.from(piecesOf(content)).pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { records: number; empty_lines: number };
    }>) {
      row = info.records + info.empty_lines;
      yield { row, cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new BadRequest({ file: [`csv|${Number(error.lines ?? row + 1)}`] });
    throw error;
  }
}

function* piecesOf(content: string): Generator<string> {
  for (let at = 0; at < content.length; at += PIECE) yield content.slice(at, at + PIECE);
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

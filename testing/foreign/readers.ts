import { readFileSync } from 'node:fs';
import type { FileFormat } from '@aerowatch/domain/file-formats';
import { parse } from 'csv-parse/sync';
import Excel from 'exceljs';
import { decode } from 'fast-png';
import Papa from 'papaparse';
import readXlsxFile from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { read, utils } from 'xlsx';
import { java, openpyxl, outputOf, type Program, pdftotext, python, qpdf } from './programs.ts';

/** A cell as a reader returns it: a time is the local time shown, as ISO 8601 without a zone. */
export type ReadCell = string | number | null;
export type ReadRows = readonly (readonly ReadCell[])[];
export interface Reader<Result> {
  /** The program of the system that the reader needs. */
  readonly needs?: Program;
  /**
   * It returns `_x0041_` as written in the file, where spreadsheets escape such a text (ECMA-376, 22.9.2.19).
   */
  readonly escaped?: true;
  readonly read: (path: string, options: { separator: string }) => Result | Promise<Result>;
}

const clock = (ms: number) => new Date(Math.round(ms)).toISOString().slice(0, 23);
const shown = (value: unknown): ReadCell => {
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return clock(value.getTime());
  if (typeof value === 'number' || typeof value === 'string') return value;
  throw new Error(`no cell: ${JSON.stringify(value)}`);
};
const DAY = 86_400_000;
/** Times that a reader returns as stored in the file: days since 1899-12-30. */
const serial = (days: number) => clock((days - 25_569) * DAY);

/** Third-party programs that read the formats of exports; whole tables, the header first. */
export const TABLE_READERS: Readonly<Record<FileFormat, Readonly<Record<string, Reader<ReadRows>>>>> = {
  csv: {
    'csv-parse': {
      read: (path, { separator }) => parse(readFileSync(path), { delimiter: separator, bom: true }),
    },
    papaparse: {
      read: (path, { separator }) => {
        const { data, errors } = Papa.parse<string[]>(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''), {
          delimiter: separator,
          skipEmptyLines: true,
        });
        if (errors.length > 0) throw new Error(JSON.stringify(errors));
        return data;
      },
    },
    'csv of Python': {
      needs: python,
      read: (path, { separator }) => JSON.parse(outputOf(python, 'read.py', 'csv', path, separator)),
    },
  },
  xlsx: {
    exceljs: {
      escaped: true,
      read: async (path) => {
        const book = new Excel.Workbook();
        await book.xlsx.readFile(path);
        const rows: ReadCell[][] = [];
        book.worksheets[0]?.eachRow({ includeEmpty: true }, (row) =>
          rows.push((row.values as unknown[]).slice(1).map(shown)),
        );
        return rows;
      },
    },
    SheetJS: {
      read: (path) => {
        const sheet = Object.values(read(readFileSync(path), { cellNF: true }).Sheets)[0] ?? {};
        const times = new Set(
          Object.entries(sheet).flatMap(([at, cell]) => (/[yh]/.test(cell?.z ?? '') ? [at] : [])),
        );
        const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null, blankrows: true });
        return rows.map((row, y) =>
          row.map((value, x) =>
            times.has(utils.encode_cell({ r: y, c: x })) ? serial(Number(value)) : shown(value),
          ),
        );
      },
    },
    'read-excel-file': {
      read: async (path) => {
        const [sheet] = (await readXlsxFile(path, { trim: false })) as unknown as { data: unknown[][] }[];
        return (sheet?.data ?? []).map((row) => row.map(shown));
      },
    },
    openpyxl: {
      needs: openpyxl,
      escaped: true,
      read: (path) => {
        const rows: (ReadCell | { time: string })[][] = JSON.parse(
          outputOf(openpyxl, 'read.py', 'xlsx', path),
        );
        return rows.map((row) =>
          row.map((cell) =>
            cell !== null && typeof cell === 'object' ? clock(Date.parse(`${cell.time}Z`)) : cell,
          ),
        );
      },
    },
    'java.util.zip': {
      needs: java,
      escaped: true,
      read: (path) => {
        const rows: ReadCell[][] = [];
        for (const line of outputOf(java, 'ReadWorkbook.java', path).trimEnd().split('\n')) {
          const [at = '', type, style, value = ''] = line.split('\t');
          const { r, c } = utils.decode_cell(at);
          const text = Buffer.from(value, 'base64').toString();
          const row = rows[r] ?? [];
          rows[r] = row;
          // Cell styles belong to the spreadsheet format, not to ZIP or XML.
          if (type === 'inlineStr') row[c] = text;
          else row[c] = style === '1' ? serial(Number(text)) : Number(text);
        }
        return rows;
      },
    },
  },
};

/** Words of a PDF, by page. */
export const PDF_READERS: Readonly<Record<string, Reader<readonly string[]>>> = {
  'PDF.js': {
    read: async (path) => {
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(path))));
      return text.map(words);
    },
  },
  poppler: {
    needs: pdftotext,
    read: (path) => outputOf(pdftotext, '-raw', path, '-').split('\f').slice(0, -1).map(words),
  },
};
/** Checks the structure of a PDF; throws with the error. */
export const checkPdf: Reader<string> = { needs: qpdf, read: (path) => outputOf(qpdf, '--check', path) };

/** Only letters and digits: readers place spaces and order columns differently. */
const words = (text: string) => [...(text.normalize('NFKC').match(/[\p{L}\p{N}]/gu) ?? [])].sort().join('');

/** Width, height and colours of an image by another decoder than the encoder's own. */
export function readPng(bytes: Buffer): { width: number; height: number; colours: number } {
  const { width, height, data, palette, channels } = decode(bytes);
  const seen = new Set<string>();
  for (let at = 0; at < data.length; at += channels) seen.add(data.subarray(at, at + channels).join());
  return { width, height, colours: palette === undefined ? seen.size : palette.length };
}

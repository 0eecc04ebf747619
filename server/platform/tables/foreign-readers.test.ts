import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILE_FORMAT_KEYS, type FileFormat } from '@aerowatch/domain/file-formats';
import { LANGUAGE_KEYS, LANGUAGES, type Language } from '@aerowatch/domain/languages';
import { afterAll, describe, expect, it } from 'vitest';
import { type ReadCell, TABLE_READERS } from '../../../testing/foreign/readers.ts';
import type { Cell, Table } from './table.ts';
import { writeTable } from './writers.ts';

const folder = mkdtempSync(join(tmpdir(), 'aerowatch-foreign-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ZONE = 'Europe/Paris';
/** Enough columns for names of two letters. */
const WIDTH = 30;
/** A cell as given, and as a reader of each format must see it. */
const CELLS: readonly (readonly [Cell, csv: string, xlsx: ReadCell])[] = [
  ['plain', 'plain', 'plain'],
  ['Réseau été œuvre', 'Réseau été œuvre', 'Réseau été œuvre'],
  ['a "b", c; d', 'a "b", c; d', 'a "b", c; d'],
  ['line 1\nline 2', 'line 1\nline 2', 'line 1\nline 2'],
  ['  spaces  ', '  spaces  ', '  spaces  '],
  ['<a> & <b/>', '<a> & <b/>', '<a> & <b/>'],
  [']]>', ']]>', ']]>'],
  ['東京 🚆', '東京 🚆', '東京 🚆'],
  // Never a formula.
  ['=1+1', "'=1+1", '=1+1'],
  ['+33 6', "'+33 6", '+33 6'],
  ['@SUM(A1)', "'@SUM(A1)", '@SUM(A1)'],
  ['-1+200', '-1+200', '-1+200'],
  // Text that looks like another type.
  ['00123', '00123', '00123'],
  ['1E5', '1E5', '1E5'],
  ['TRUE', 'TRUE', 'TRUE'],
  ['2026-03-29', '2026-03-29', '2026-03-29'],
  ['#N/A', '#N/A', '#N/A'],
  ['_x0041_', '_x0041_', '_x0041_'],
  ['x'.repeat(32_767), 'x'.repeat(32_767), 'x'.repeat(32_767)],
  [0, '0', 0],
  [-3.4, '-3.4', -3.4],
  [20.1574803, '20.1574803', 20.1574803],
  [1e-7, '1e-7', 1e-7],
  [123_456_789.25, '123456789.25', 123_456_789.25],
  [null, '', null],
  // Before, in and after the hour that clocks in Paris skip.
  [new Date('2026-03-29T00:59:59Z'), '2026-03-29T01:59:59+01:00', '2026-03-29T01:59:59.000'],
  [new Date('2026-03-29T01:00:00Z'), '2026-03-29T03:00:00+02:00', '2026-03-29T03:00:00.000'],
  [new Date('2026-10-25T00:30:00.250Z'), '2026-10-25T02:30:00.250+02:00', '2026-10-25T02:30:00.250'],
  [new Date('1999-12-31T23:00:00Z'), '2000-01-01T00:00:00+01:00', '2000-01-01T00:00:00.000'],
];
/** Each cell in another column in each row, so that every kind follows every other. */
const rows = CELLS.map((_, n) =>
  Array.from({ length: WIDTH }, (_, x) => CELLS[(n * 7 + x) % CELLS.length] ?? CELLS[0]!),
);
const START = Date.UTC(2026, 9, 25, 0, 30);
const measured = Array.from({ length: 7 }, (_, n) =>
  Array.from({ length: WIDTH - 4 }, (_, x) => ((n + x) % 3 === 0 ? null : (n * x) / 3 - 3)),
);
const times = measured.map((_, n) => START + n * 900_000 + 125);
const lines = Buffer.from(
  measured.map((row, n) => `${[times[n], ...row.map((value) => value ?? '')].join('\t')}\n`).join(''),
);
const header = Array.from({ length: WIDTH }, (_, n) => (n === 0 ? 'Température (°C), "max"' : `h${n}`));

const tableOf = (language: Language): Table => ({
  name: 'Mesures: [été] / un nom bien trop long pour une feuille',
  header,
  pieces: (async function* () {
    yield rows.map((row) => row.map(([cell]) => cell));
    yield { lead: ['FG;"1",', 2], lines, count: measured.length };
    yield [];
  })(),
  language,
  zone: ZONE,
});

/** The content that readers must see, by format. */
const EXPECTED: Readonly<Record<FileFormat, (language: Language) => ReadCell[][]>> = {
  csv: (language) => {
    const { decimal } = LANGUAGES[language];
    const figure = (value: number | null) => (value === null ? '' : String(value).replace('.', decimal));
    return [
      header,
      ...rows.map((row) =>
        row.map(([cell, text]) => (typeof cell === 'number' ? text.replace('.', decimal) : text)),
      ),
      ...measured.map((row, n) => [
        `2026-10-25T${['02:30', '02:45', '02:00', '02:15', '02:30', '02:45', '03:00'][n]}:00.125${n < 2 ? '+02:00' : '+01:00'}`,
        new Date(times[n] ?? 0).toISOString(),
        'FG;"1",',
        '2',
        ...row.map(figure),
      ]),
    ];
  },
  xlsx: () => [
    header,
    ...rows.map((row) => row.map(([, , seen]) => seen)),
    ...measured.map((row, n) => [
      `2026-10-25T${['02:30', '02:45', '02:00', '02:15', '02:30', '02:45', '03:00'][n]}:00.125`,
      new Date(times[n] ?? 0).toISOString().slice(0, 23),
      'FG;"1",',
      2,
      ...row,
    ]),
  ],
};

/** Cells by row and column, without empty ones, which some readers omit. */
const byPlace = (table: readonly (readonly ReadCell[])[]) =>
  Object.fromEntries(
    table.flatMap((row, y) =>
      Array.from(row).flatMap((cell, x) =>
        cell === null || cell === undefined || cell === '' ? [] : [[`${y}:${x}`, cell]],
      ),
    ),
  );

describe.each(FILE_FORMAT_KEYS)('a table as %s, cell by cell', (format) => {
  for (const language of LANGUAGE_KEYS) {
    const path = join(folder, `${language}.${format}`);
    const write = async () => {
      const pieces: Buffer[] = [];
      for await (const piece of writeTable(format, tableOf(language))) pieces.push(Buffer.from(piece));
      writeFileSync(path, Buffer.concat(pieces));
    };
    for (const [name, reader] of Object.entries(TABLE_READERS[format])) {
      const missing = reader.needs !== undefined && 'missing' in reader.needs ? reader.needs.missing : null;
      it.skipIf(missing !== null)(
        `${language}: as ${name} reads it${missing === null ? '' : ` (skipped: ${missing})`}`,
        { timeout: 300_000 },
        async () => {
          await write();
          const read = await reader.read(path, { separator: LANGUAGES[language].separator });
          const expected = byPlace(EXPECTED[format](language));
          for (const [at, cell] of Object.entries(expected))
            if (reader.escaped && cell === '_x0041_') expected[at] = '_x005F_x0041_';
          expect(byPlace(read)).toEqual(expected);
        },
      );
    }
  }
});

import { BadRequest } from '../errors.ts';
import { makeThreads } from '../load/threads.ts';
import type { TableRecord } from './table-record.ts';

/** What a thread found in a workbook: its rows, or why it has none to give (a code of `validation`). */
export type Sheet = { readonly rows: readonly (readonly string[])[] } | { readonly problem: string };

const LIMIT_MS = 30_000;
/** Beginnings of files: of a ZIP, which an .xlsx is, and of the format before it (.xls), which is not read. */
const BEGINNINGS = [Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from('d0cf11e0a1b11ae1', 'hex')];

// In a thread of its own: a sheet of 20,000 rows is parsed at once and would hold everybody up for 1.6 s.
const threads = makeThreads<ArrayBuffer, Sheet>({
  script: new URL('./workbook-worker.ts', import.meta.url),
  atOnce: 1,
  limitMs: LIMIT_MS,
  resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 },
});

export const isWorkbook = (bytes: Buffer): boolean =>
  BEGINNINGS.some((begin) => bytes.subarray(0, begin.length).equals(begin));

/** The records of the first sheet of an Excel workbook. */
export async function* workbookRecords(bytes: Buffer): AsyncGenerator<TableRecord> {
  const moved = new Uint8Array(bytes).buffer;
  // A thread without memory or time left ends without an answer: that file cannot be read here either.
  const sheet = await threads.ask(moved, [moved]).catch((): Sheet => ({ problem: 'workbook' }));
  if ('problem' in sheet) throw new BadRequest({ file: [sheet.problem] });
  for (const [index, cells] of sheet.rows.entries())
    if (cells.some((cell) => cell !== '')) yield { row: index + 1, cells };
}

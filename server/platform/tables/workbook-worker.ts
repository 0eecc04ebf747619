import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { threadAnswers } from '../load/thread-answers.ts';
import type { Sheet } from './read-workbook.ts';

/** Bytes of all parts of a workbook, unpacked; fflate unpacks no more of a part than its entry says. */
const MAX_UNPACKED = 128 * 1024 * 1024;
/** Excel keeps 15 digits of a number: what is longer has lost its last ones and is shown so. */
const MAX_DIGITS = 1e15;

threadAnswers<ArrayBuffer, Sheet>(async (bytes) => {
  try {
    if (unpackedSize(bytes) > MAX_UNPACKED) return { problem: 'workbook_large' };
    const rows = (await readSheet(bytes)).map((row) => row.map(textOf));
    const width = rows.find((row) => row.some((cell) => cell !== ''))?.findLastIndex((cell) => cell !== '');
    return { rows: rows.map((row) => fitted(row, (width ?? -1) + 1)) };
  } catch {
    return { problem: 'workbook' };
  }
});

function unpackedSize(bytes: ArrayBuffer): number {
  let size = 0;
  unzipSync(new Uint8Array(bytes), {
    filter: ({ originalSize }) => {
      size += originalSize;
      return false;
    },
  });
  return size;
}

/** A sheet is as wide as its widest row: empty cells beyond the header are none. */
function fitted(row: readonly string[], width: number): string[] {
  const last = row.findLastIndex((cell) => cell !== '');
  return row.slice(0, Math.max(width, last + 1));
}

/** A cell as a CSV would have it: days without their time of midnight. */
function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  if (typeof value === 'number') return Math.abs(value) < MAX_DIGITS ? String(value) : value.toExponential();
  return value === null || value === undefined ? '' : String(value).trim();
}

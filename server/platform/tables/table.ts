import type { Language } from '../viewer.ts';
import { LINE_FEED } from './ascii.ts';

/** A cell: text, a number, a time, or nothing. */
export type Cell = string | number | Date | null;

/** Rows as a database copies them out, because objects for a million rows would cost more than all else. */
export interface Lines {
  /** Cells after the times in every row. */
  readonly lead: readonly Cell[];
  /** ASCII, lines `ms<tab>number<tab>…`, each with its line feed; an absent number is empty. */
  readonly lines: Buffer;
  readonly count: number;
}

/** A table to be written into a file, read piece by piece. */
export interface Table {
  /** Name of the sheet, for formats with sheets. */
  readonly name: string;
  readonly header: readonly string[];
  /** Rows; those of `Lines` begin with their time in the zone and in UTC. */
  readonly pieces: AsyncIterable<Lines | readonly (readonly Cell[])[]>;
  readonly language: Language;
  /** Zone in which times are written. */
  readonly zone: string;
}

export const isLines = (piece: Lines | readonly (readonly Cell[])[]): piece is Lines => 'lines' in piece;

/** A time that is written in UTC, whatever the zone of the table. */
export class UtcTime extends Date {}

/** The rows of a piece as cells, in either form. */
export function* cellsOf(piece: Lines | readonly (readonly Cell[])[]): Generator<readonly Cell[]> {
  if (!isLines(piece)) return yield* piece;
  const { lead, lines } = piece;
  for (let from = 0; from < lines.length; ) {
    const to = lines.indexOf(LINE_FEED, from);
    const [time, ...values] = lines.toString('latin1', from, to).split('\t');
    from = to + 1;
    const row: Cell[] = [new Date(Number(time)), new UtcTime(Number(time)), ...lead];
    for (const value of values) row.push(value === '' ? null : Number(value));
    yield row;
  }
}

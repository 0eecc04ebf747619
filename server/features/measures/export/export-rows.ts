import { METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import { toDisplay, type UnitSystem } from '@aerowatch/domain/units';
import type { Db } from '../../../platform/database/db.ts';
import { LINE_FEED } from '../../../platform/tables/ascii.ts';
import type { Lines } from '../../../platform/tables/table.ts';
import { bucketColumns, ROLLUPS, type Source } from '../series/store-cells.ts';
import type { Span } from '../store-measures.ts';
import { toUnit } from './export-columns.ts';
import {
  type CopyLines,
  fewOf,
  linesOf,
  linesOfFew,
  namesOf,
  periodsOf,
  TOGETHER,
  withoutGap,
} from './store-export.ts';

export interface RowOptions {
  readonly metrics: readonly MetricKey[];
  readonly span: Span;
  readonly system: UnitSystem;
  readonly descending: boolean;
  readonly hardware: boolean;
  /** Seconds of a bucket; raw rows when absent. */
  readonly every?: number | undefined;
  /**
   * Awaited before more is read, with the working time since the last rest (ms); resolves with whether it
   * rested.
   */
  readonly giveWay?: ((spent: number) => Promise<boolean>) | undefined;
}
/** The same options for the functions that read. */
type Reading = Omit<RowOptions, 'giveWay' | 'hardware'> & {
  readonly giveWay: () => Promise<void>;
  readonly spent: (ms: number) => void;
};

/** The rows of AEROs, one AERO after the other, each in order of time, in pieces. */
export async function* exportRows(
  db: Db,
  aeros: readonly number[],
  options: RowOptions,
): AsyncGenerator<Lines> {
  const names = await namesOf(db, aeros);
  // By box and position, not by id: an export of the same measures is the same file anywhere.
  const ordered = [...names].sort(([, a], [, b]) =>
    a.serial < b.serial ? -1 : a.serial > b.serial ? 1 : a.position - b.position,
  );
  // The work on AEROs with few rows is added up before a rest, so that thousands of them do not each get one.
  let worked = 0;
  const reading: Reading = {
    ...options,
    giveWay: async () => {
      if (await options.giveWay?.(worked)) worked = 0;
    },
    spent: (ms) => {
      worked += ms;
    },
  };
  for (let start = 0; start < ordered.length; start += TOGETHER) {
    const together = ordered.slice(start, start + TOGETHER);
    const rows =
      options.every === undefined
        ? rawRows(db, together, reading)
        : bucketRowsOf(db, together, reading, options.every);
    if (options.hardware) yield* byHardware(db, together, rows);
    else yield* rows;
  }
}

/** The same rows with a cell more: the serial number of the hardware that was at the place at that time. */
async function* byHardware(db: Db, aeros: Named, rows: AsyncGenerator<Lines>): AsyncGenerator<Lines> {
  const periods = await periodsOf(
    db,
    aeros.map(([, { serial }]) => serial),
  );
  for await (const piece of rows) {
    const serial = String(piece.lead[0]);
    const former = periods.get(serial) ?? [];
    const at = (time: number) => former.find(({ until }) => time < until)?.serial ?? serial;
    for (const [hardware, part] of stretchesOf(piece, at)) yield { ...part, lead: [...piece.lead, hardware] };
  }
}

/** A piece as stretches of lines whose times have the same name. */
function* stretchesOf(piece: Lines, nameAt: (time: number) => string): Generator<[string, Lines]> {
  const { lines } = piece;
  let begin = 0;
  let count = 0;
  let name: string | null = null;
  for (let at = 0; at < lines.length; count += 1) {
    const next = nameAt(Number.parseInt(lines.toString('latin1', at, at + TIME_DIGITS), 10));
    if (name !== null && next !== name) {
      yield [name, { ...piece, lines: lines.subarray(begin, at), count }];
      [begin, count] = [at, 0];
    }
    name = next;
    at = lines.indexOf(LINE_FEED, at) + 1;
  }
  if (name !== null) yield [name, { ...piece, lines: lines.subarray(begin), count }];
}
/** A time in ms has at most as many. */
const TIME_DIGITS = 16;

type Name = { serial: string; position: number };
/** The cells of a row beside times and values; values are in the requested unit. */
const leadOf = ({ serial, position }: Name) => [serial, position];
type Named = readonly (readonly [number, Name])[];

/**
 * Many AEROs with few rows are read at once: ten thousand with a row a day do not need ten thousand queries.
 */
async function* rawRows(db: Db, aeros: Named, options: Reading): AsyncGenerator<Lines> {
  const few = await fewIn(db, aeros, options);
  const small = aeros.map(([aero]) => aero).filter((aero) => (few.get(aero) ?? 0) > 0);
  const read = small.length === 0 ? undefined : await linesOfFew(db, small, options);
  const convert = converting(options);
  for (const [aero, name] of aeros) {
    const lead = leadOf(name);
    const together = read?.get(aero);
    if (together !== undefined) yield { lead, ...convert(together) };
    if (few.get(aero) !== undefined) continue;
    for await (const piece of linesOf(db, aero, options)) yield { lead, ...convert(piece) };
  }
}

/** How many rows AEROs have, if they are few. */
async function fewIn(db: Db, aeros: Named, { span, giveWay, spent }: Reading) {
  await giveWay();
  const began = performance.now();
  const ids = aeros.map(([aero]) => aero);
  const counts = await fewOf(db, ids, span);
  spent(performance.now() - began);
  return new Map(ids.map((aero, index) => [aero, counts[index]]));
}

/** Values in the requested units. */
function converting({ metrics, system }: Reading): (piece: CopyLines) => CopyLines {
  // Units equal in both systems keep the database's own text.
  const changes = metrics.map((metric) => toDisplay(METRICS[metric].quantity, system, 1) !== 1);
  if (!changes.includes(true)) return (piece) => piece;
  return ({ lines, count }) => {
    const text = lines.toString('latin1').split('\n').map(convert).join('\n');
    return { lines: Buffer.from(text, 'latin1'), count };
  };

  function convert(line: string): string {
    const [time, ...cells] = line.split('\t');
    return [time, ...cells.map((cell, index) => convertCell(cell, metrics[index], changes[index]))].join(
      '\t',
    );
  }
  function convertCell(cell: string, metric: MetricKey | undefined, change: boolean | undefined): string {
    if (cell === '' || change !== true || metric === undefined) return cell;
    return String(toUnit(metric, system, Number(cell)));
  }
}

async function* bucketRowsOf(db: Db, aeros: Named, options: Reading, every: number): AsyncGenerator<Lines> {
  const few = await fewIn(db, aeros, options);
  // An archived month has rollups but no rows.
  for (const [aero, name] of aeros)
    if (few.get(aero) !== 0 || every % ROLLUPS.quarters === 0)
      yield* bucketRows(db, aero, name, options, every);
}

/** Buckets of one AERO, 5,000 at a time. */
async function* bucketRows(
  db: Db,
  aero: number,
  name: Name,
  { metrics, system, span, descending, giveWay, spent }: Reading,
  every: number,
): AsyncGenerator<Lines> {
  const source: Source =
    every % ROLLUPS.days === 0 ? 'days' : every % ROLLUPS.quarters === 0 ? 'quarters' : 'raw';
  const length = every * 5000 * 1000;
  let rest = span;
  while (rest.from < rest.to) {
    await giveWay();
    const began = performance.now();
    const piece = pieceOf(rest, length, descending);
    rest = descending ? { from: rest.from, to: piece.from } : { from: piece.to, to: rest.to };
    const columns = (await bucketColumns(db, { aeros: [aero], metrics, span: piece }, every, source)).get(
      aero,
    );
    spent(performance.now() - began);
    if (columns === undefined) {
      // Years without a measure are skipped rather than walked through second by second.
      const to = await withoutGap(db, aero, rest, descending);
      if (to === null) return;
      rest = to;
      continue;
    }
    const shown = columns.time.map((time, index) => {
      const values = metrics.flatMap((metric) =>
        (['min', 'mean', 'max'] as const).map((part) => {
          const value = columns.metrics[metric]?.[part][index] ?? null;
          return value === null ? '' : String(Number(toUnit(metric, system, value).toPrecision(7)));
        }),
      );
      return `${[time, columns.count[index], ...values].join('\t')}\n`;
    });
    const text = (descending ? shown.reverse() : shown).join('');
    yield { lead: leadOf(name), lines: Buffer.from(text, 'latin1'), count: shown.length };
  }
}

/** The first piece of a span, or its last: pieces begin at multiples of `length` ms. */
function pieceOf({ from, to }: Span, length: number, descending: boolean): Span {
  if (descending) return { from: Math.max(from, (Math.ceil(to / length) - 1) * length), to };
  return { from, to: Math.min(to, (Math.floor(from / length) + 1) * length) };
}

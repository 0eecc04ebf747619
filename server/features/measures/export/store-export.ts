import type { MetricKey } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import { COPY_HINT } from '../../../platform/database/connection/prepared-statements.ts';
import type { Db } from '../../../platform/database/db.ts';
import { LINE_FEED } from '../../../platform/tables/ascii.ts';
import { enough } from '../ingest/write/store-packs.ts';
import type { Span } from '../store-measures.ts';

// Literals, because COPY takes no parameters.
const at = (ms: number) => sql`to_timestamp(${sql.lit(ms)}::float8 / 1000)`;
/** Rows read at once: some hundred kB of text, so that memory stays limited whatever is exported. */
const CHUNK = 5000;

/** What to read of an AERO. */
interface Reading {
  readonly metrics: readonly MetricKey[];
  readonly span: Span;
  readonly descending: boolean;
  readonly giveWay?: (() => Promise<void>) | undefined;
  /** Called with the time that a piece took (ms). */
  readonly spent?: ((ms: number) => void) | undefined;
}

/** Lines `ms<tab>value<tab>…` of one AERO. */
export interface CopyLines {
  /** ASCII, not empty; the last line also ends with a line feed. */
  readonly lines: Buffer;
  readonly count: number;
}

/**
 * The measures of an AERO as the database copies them out (docs/decisions/0043). An absent value is empty. Read piece by piece, so that no transaction stays open while a slow reader
 * takes its time.
 */
export async function* linesOf(
  db: Db,
  aero: number,
  { metrics, span, descending, giveWay, spent }: Reading,
): AsyncGenerator<CopyLines> {
  const values = sql.raw(metrics.map((metric) => `, m.${metric}`).join(''));
  const order = sql.raw(descending ? 'desc' : 'asc');
  const read = async ({ from, to }: Span): Promise<Buffer> => {
    await giveWay?.();
    const began = performance.now();
    const bounds = { from: at(from), to: at(to) };
    const end = enough(sql`${sql.lit(aero)}`, bounds, sql.lit(CHUNK), descending);
    const within = descending ? { ...bounds, from: end } : { ...bounds, to: end };
    const { rows } = await sql<{ bytes: Buffer }>`${sql.raw(COPY_HINT)} copy (
      select (date_part('epoch', m.time) * 1000)::bigint ${values} from measures_between(${sql.lit(aero)}, ${within.from}, ${within.to}) as m
      order by m.time ${order} limit ${sql.lit(CHUNK)}) to stdout (null '')`.execute(db);
    spent?.(performance.now() - began);
    return rows[0]?.bytes ?? Buffer.alloc(0);
  };
  let rest = span;
  let coming = read(rest);
  for (;;) {
    const lines = await coming;
    if (lines.length === 0) return;
    const count = countLines(lines);
    const last = Number.parseInt(lines.toString('latin1', lines.lastIndexOf(LINE_FEED, -2) + 1), 10);
    rest = descending ? { from: rest.from, to: last } : { from: last + 1, to: rest.to };
    const more = count === CHUNK;
    // The database works on the next piece while this one is written.
    if (more) {
      coming = read(rest);
      coming.catch(() => undefined);
    }
    yield { lines, count };
    if (!more) return;
  }
}

/** Maximum number of rows of an AERO to be read together with others: this many of them fill a piece. */
const FEW = 50;
/** Number of AEROs queried at once. */
export const TOGETHER = CHUNK / FEW;

/** How many measures each of at most `TOGETHER` AEROs has in a span; undefined if there are many. */
export async function fewOf(
  db: Db,
  aeros: readonly number[],
  { from, to }: Span,
): Promise<(number | undefined)[]> {
  const { rows } = await sql<{ n: number }>`
    select counted.n::int as n from unnest(${aeros}::int[]) with ordinality as a (id, place)
    cross join lateral (select count(*) as n from (
      select from measures_between(a.id, ${at(from)}, ${at(to)}) limit ${FEW + 1}) as found) as counted
    order by a.place`.execute(db);
  return rows.map(({ n }) => (n > FEW ? undefined : n));
}

/** The measures of AEROs with few rows, in one query; nothing for those that have none. */
export async function linesOfFew(
  db: Db,
  aeros: readonly number[],
  { metrics, span, descending, giveWay, spent }: Reading,
): Promise<Map<number, CopyLines>> {
  await giveWay?.();
  const began = performance.now();
  const values = sql.raw(metrics.map((metric) => `, m.${metric}`).join(''));
  const { rows } = await sql<{ bytes: Buffer }>`${sql.raw(COPY_HINT)} copy (
    select a.id, (date_part('epoch', m.time) * 1000)::bigint ${values}
    from unnest(array[${sql.raw(aeros.map(Number).join(', '))}]::integer[]) with ordinality as a (id, place)
    cross join lateral measures_between(a.id, ${at(span.from)}, ${at(span.to)}) as m
    order by a.place, m.time ${sql.raw(descending ? 'desc' : 'asc')}) to stdout (null '')`.execute(db);
  spent?.(performance.now() - began);
  const found = new Map<number, CopyLines>();
  const text = rows[0]?.bytes.toString('latin1') ?? '';
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const tab = line.indexOf('\t');
    const aero = Number(line.slice(0, tab));
    const { lines = Buffer.alloc(0), count = 0 } = found.get(aero) ?? {};
    const more = Buffer.from(`${line.slice(tab + 1)}\n`, 'latin1');
    found.set(aero, { lines: Buffer.concat([lines, more]), count: count + 1 });
  }
  return found;
}

function countLines(lines: Buffer): number {
  let count = 0;
  for (let end = lines.indexOf(LINE_FEED); end >= 0; end = lines.indexOf(LINE_FEED, end + 1)) count += 1;
  return count;
}

/**
 * A span without the time before its first measure (descending: after its last); null when it has no measure.
 * Packs are precise only to the day.
 */
export async function withoutGap(
  db: Db,
  aero: number,
  span: Span,
  descending: boolean,
): Promise<Span | null> {
  const edge = sql.raw(descending ? 'last_measured' : 'first_measured');
  const { rows } = await sql<{ ms: number | null }>`
    select date_part('epoch', at) * 1000 as ms from ${edge}(${aero}::integer, ${at(span.from)}, ${at(span.to)})`.execute(
    db,
  );
  const ms = rows[0]?.ms ?? null;
  if (ms === null) return null;
  return descending
    ? { from: span.from, to: Math.min(span.to, Math.floor(ms) + 1) }
    : { from: Math.max(span.from, Math.floor(ms)), to: span.to };
}

/** The identification of the AEROs in an export: the serial number of the box and the position. */
export async function namesOf(
  db: Db,
  aeros: readonly number[],
): Promise<Map<number, { serial: string; position: number }>> {
  const found = new Map<number, { serial: string; position: number }>();
  for (let start = 0; start < aeros.length; start += 10_000) {
    const rows = await db
      .selectFrom('aeros')
      .innerJoin('boxes', 'boxes.id', 'aeros.box_id')
      .where('aeros.id', 'in', aeros.slice(start, start + 10_000))
      .select(['aeros.id', 'aeros.position', 'boxes.serial_number'])
      .execute();
    for (const row of rows) found.set(row.id, { serial: row.serial_number, position: row.position });
  }
  return found;
}

/** The former hardware of boxes by their present serial number, the earliest first; `until` in ms. */
export async function periodsOf(
  db: Db,
  serials: readonly string[],
): Promise<Map<string, { serial: string; until: number }[]>> {
  const rows = await db
    .selectFrom('box_hardware')
    .innerJoin('boxes', 'boxes.id', 'box_hardware.box_id')
    .where('boxes.serial_number', 'in', [...new Set(serials)])
    .select(['boxes.serial_number', 'box_hardware.serial_number as former', 'box_hardware.until'])
    .orderBy('box_hardware.until')
    .orderBy('box_hardware.id')
    .execute();
  const periods = new Map<string, { serial: string; until: number }[]>();
  for (const { serial_number, former, until } of rows)
    periods.set(serial_number, [
      ...(periods.get(serial_number) ?? []),
      { serial: former, until: until.getTime() },
    ]);
  return periods;
}

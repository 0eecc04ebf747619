import type { MetricKey } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import { enough } from '../../ingest/store-packs.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Span } from './store-measures.ts';

const at = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;
/** Rows read at once: a few hundred kB of text, so that memory stays bounded whatever is exported. */
const CHUNK = 2500;

interface Piece {
  readonly text: string | null;
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/**
 * The measures of an AERO as text, a line `ms<tab>value<tab>…` each, written by the database: that costs a
 * third of making objects of them. An absent value is empty. Read piece by piece, so that no transaction
 * stays open while a slow reader takes its time.
 */
export async function* linesOf(
  db: Db,
  aero: number,
  metrics: readonly MetricKey[],
  span: Span,
  descending: boolean,
): AsyncGenerator<string> {
  const values = sql.raw(metrics.map((metric) => ` || E'\\t' || coalesce(${metric}::text, '')`).join(''));
  const order = sql.raw(descending ? 'desc' : 'asc');
  const read = async ({ from, to }: Span): Promise<Piece | undefined> => {
    const asked = { from: at(from), to: at(to) };
    const end = enough(sql`${aero}::int`, asked, CHUNK, descending);
    const within = descending ? { ...asked, from: end } : { ...asked, to: end };
    const { rows } = await sql<Piece>`
      select string_agg(line, E'\n') as text, count(*)::int as count, min(ms)::float8 as first, max(ms)::float8 as last from (
        select ms, ms::text ${values} as line from (
          select (date_part('epoch', m.time) * 1000)::bigint as ms, m.* from measures_between(${aero}::int, ${within.from}, ${within.to}) as m
          order by m.time ${order} limit ${CHUNK}) as piece) as lines`.execute(db);
    return rows[0];
  };
  let rest = span;
  let coming = read(rest);
  for (;;) {
    const piece = await coming;
    if (piece?.text == null) return;
    rest = descending ? { from: rest.from, to: piece.first } : { from: piece.last + 1, to: rest.to };
    const more = piece.count === CHUNK;
    // The database works on the next piece while this one is written.
    if (more) {
      coming = read(rest);
      coming.catch(() => undefined);
    }
    yield piece.text;
    if (!more) return;
  }
}

/** What names the AEROs of an export: the serial number of the box and the position on it. */
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

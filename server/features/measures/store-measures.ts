import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { enough, firstTime, lastTime } from './ingest/write/store-packs.ts';
import type { MeasuresTable } from './schema.ts';

export type MeasureRow = Selectable<MeasuresTable>;
/** From (included) to (excluded), ms since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}
/** Where a list continues: after this time and AERO. */
export interface Position {
  readonly time: number;
  readonly aero: number;
}

const at = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;
const columns = sql.raw(
  ['time', 'received_at', 'aero_id', ...METRIC_KEYS].map((name) => `m.${name}`).join(', '),
);

// The ids passed to these functions come from `seenAeros`, so they never contain AEROs that a viewer may not
// see.

/** First and last time of the measures of some AEROs in ms; null when there are none. */
export async function extent(
  db: Db,
  aeros: readonly number[],
): Promise<{ first: number; last: number } | null> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select extract(epoch from min(first))::float8 * 1000 as first, extract(epoch from max(last))::float8 * 1000 as last
    from unnest(${aeros}::int[]) as a (id)
    cross join lateral (select ${firstTime(sql`a.id`)} as first, ${lastTime(sql`a.id`)} as last) as ends`.execute(
    db,
  );
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? null : { first: Math.round(first), last: Math.round(last) };
}

/** The largest number of rows of any of the AEROs within a span, counted up to `limit`. */
export async function mostRows(db: Db, aeros: readonly number[], span: Span, limit: number): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    select coalesce(max(n), 0)::int as most from unnest(${aeros}::int[]) as a (id)
    cross join lateral (select count(*) as n from (
      select from measures_between(a.id, ${at(span.from)}, ${at(span.to)}) limit ${limit}) as found) as counted`.execute(
    db,
  );
  return rows[0]?.most ?? 0;
}

/** Rows of some AEROs ordered by time, then AERO; each AERO gives at most as many as the page can hold. */
export async function listRows(
  db: Db,
  aeros: readonly number[],
  span: Span,
  page: { limit: number; offset: number; descending: boolean; after: Position | null },
): Promise<MeasureRow[]> {
  const { after, descending } = page;
  const order = sql.raw(descending ? 'desc' : 'asc');
  const beyond =
    after === null
      ? sql`true`
      : sql`(m.time, m.aero_id) ${sql.raw(descending ? '<' : '>')} (${at(after.time)}, ${after.aero})`;
  const most = page.limit + page.offset;
  const from = after === null || descending ? span.from : Math.max(span.from, after.time);
  const to = after === null || !descending ? span.to : Math.min(span.to, after.time + 1);
  const bounds = { from: at(from), to: at(to) };
  // One more, because the row that the list continues after may be among them.
  const end = enough(sql`a.id`, bounds, most + 1, descending);
  const within = descending ? { ...bounds, from: end } : { ...bounds, to: end };
  const { rows } = await sql<MeasureRow>`
    select m.* from unnest(${aeros}::int[]) as a (id) cross join lateral (
      select ${columns} from measures_between(a.id, ${within.from}, ${within.to}) as m where ${beyond}
      order by m.time ${order} limit ${most}) as m
    order by m.time ${order}, m.aero_id ${order} limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

/** The newest measure of each AERO by its own time. */
export async function latestRows(db: Db, aeros: readonly number[]): Promise<MeasureRow[]> {
  if (aeros.length === 0) return [];
  return db
    .selectFrom('measure_latest')
    .where('aero_id', 'in', aeros)
    .selectAll()
    .orderBy('aero_id')
    .execute();
}

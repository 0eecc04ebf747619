import type { MetricKey } from '@aerowatch/domain/metrics';
import { type RawBuilder, sql } from 'kysely';
import { PREPARED_HINT } from '../../../platform/database/connection/prepared-statements.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Span } from '../store-measures.ts';

/** Sources of buckets: rows, or rollups of this many seconds. */
export const ROLLUPS = { quarters: 21_600, days: 86_400 } as const;
export type Source = 'raw' | keyof typeof ROLLUPS;

/** A query for measures. The caller must have checked that the viewer may see these AEROs. */
export interface SeriesRequest {
  readonly aeros: readonly number[];
  readonly metrics: readonly MetricKey[];
  readonly span: Span;
}
type Values = (number | null)[];
/** One AERO's buckets, or rows, as columns: times in ms since 1970, ascending. */
export interface Columns {
  readonly aero: number;
  readonly time: number[];
  readonly count: number[];
  readonly metrics: Partial<Record<MetricKey, { min: Values; max: Values; mean: Values }>>;
}
/**
 * The same as the database writes it, each column `1,2,null`: the content of a JSON array without its
 * brackets. It is copied unchanged into the answer, because parsing and writing the numbers again would cost
 * more than the query.
 */
export interface ColumnTexts {
  readonly aero: number;
  readonly time: string;
  readonly count: string;
  readonly metrics: Partial<Record<MetricKey, { min: string; max: string; mean: string }>>;
}

const at = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;
// A literal, not a parameter: PostgreSQL must see the same expression in the grouping.
const bin = (width: number, column: string) =>
  sql`date_bin(make_interval(secs => ${sql.lit(width)}), ${sql.raw(column)}, timestamptz 'epoch')`;
const each = (metrics: readonly MetricKey[], form: (metric: MetricKey) => string) =>
  metrics.length === 0 ? sql`` : sql.raw(`, ${metrics.map(form).join(', ')}`);
const MS = `(date_part('epoch', time) * 1000)::bigint`;
// Rounded to a thousandth, finer than any sensor; more digits would only be transferred. Columns are
// transferred as text, because a row object for every bucket would cost more than the query.
const list = (expression: string, name: string) =>
  `string_agg(coalesce((${expression})::text, 'null'), ',') as ${name}`;

/** The rows themselves. */
export async function rowTexts(
  db: Db,
  { aeros, metrics, span }: SeriesRequest,
): Promise<Map<number, ColumnTexts>> {
  const { rows } = await sql<Record<string, string> & { aero_id: number }>`${sql.raw(PREPARED_HINT)}
    select aero_id, ${sql.raw(list(MS, 'time'))}, ${sql.raw(list('1', 'count'))} ${each(metrics, (m) => list(m, m))}
    from (select m.* from unnest(${aeros}::int[]) as a (id)
      cross join lateral measures_between(a.id, ${at(span.from)}, ${at(span.to)}) as m order by m.aero_id, m.time) as ordered group by aero_id`.execute(
    db,
  );
  return textsOf(rows, metrics, (row, metric) => {
    const text = row[metric] ?? '';
    return { min: text, max: text, mean: text };
  });
}

/**
 * Buckets of `width` seconds, aligned to 1970 UTC: their count, and per metric min, max and mean. Exact
 * whatever the source: rollups are used for clean whole cells, rows for dirty days and for the ends of the
 * span. `clean` if no day of the span is known to be dirty, which is cheaper.
 */
export async function bucketTexts(
  db: Db,
  request: SeriesRequest,
  width: number,
  source: Source,
  clean = false,
): Promise<Map<number, ColumnTexts>> {
  const { metrics } = request;
  // Arbitrary widths are not prepared, because their plans would fill the memory of the database.
  const kept = width === ROLLUPS.days || width === ROLLUPS.quarters ? sql.raw(PREPARED_HINT) : sql``;
  const { rows } = await sql<Record<string, string> & { aero_id: number }>`${kept}
    with ${source === 'raw' ? fromRows(request, [request.span], width) : fromRollups(request, width, source, clean)}
    select aero_id, ${sql.raw(list(MS, 'time'))}, ${sql.raw(list('count', 'count'))} ${each(metrics, (m) =>
      [
        list(`${m}_min`, `${m}_min`),
        list(`${m}_max`, `${m}_max`),
        list(`round(${m}_sum / nullif(${m}_n, 0) * 1000) / 1000`, `${m}_mean`),
      ].join(', '),
    )} from (select * from cells order by aero_id, time) as ordered group by aero_id`.execute(db);
  return textsOf(rows, metrics, (row, metric) => {
    const part = (name: string) => row[`${metric}_${name}`] ?? '';
    return { min: part('min'), max: part('max'), mean: part('mean') };
  });
}

/** The same as numbers. */
export async function bucketColumns(
  db: Db,
  request: SeriesRequest,
  width: number,
  source: Source,
): Promise<Map<number, Columns>> {
  const texts = await bucketTexts(db, request, width, source);
  return new Map(
    [...texts].map(([aero, { time, count, metrics }]) => {
      const bands = Object.entries(metrics).map(([metric, { min, max, mean }]) => [
        metric,
        { min: numbers(min) as Values, max: numbers(max) as Values, mean: numbers(mean) as Values },
      ]);
      return [aero, { aero, time: numbers(time), count: numbers(count), metrics: Object.fromEntries(bands) }];
    }),
  );
}

function textsOf<R extends Record<string, string> & { aero_id: number }>(
  rows: readonly R[],
  metrics: readonly MetricKey[],
  bandOf: (row: R, metric: MetricKey) => { min: string; max: string; mean: string },
): Map<number, ColumnTexts> {
  return new Map(
    rows.map((row) => {
      const { aero_id: aero, time = '', count = '' } = row;
      const bands = metrics.map((metric) => [metric, bandOf(row, metric)] as const);
      return [aero, { aero, time, count, metrics: Object.fromEntries(bands) }];
    }),
  );
}

/** Parses the numbers of a column. */
export function numbers(text: string): number[] {
  return JSON.parse(`[${text}]`);
}

type Part = RawBuilder<unknown>;
const cellsOf = (parts: readonly Part[]): Part => sql`cells as (${sql.join(parts, sql` union all `)})`;

/** Cells of `width` from rows; `where` narrows them further. */
function grouped(metrics: readonly MetricKey[], width: number, from: Part): Part {
  return sql`select m.aero_id, ${bin(width, 'm.time')} as time, count(*)::int as count ${each(
    metrics,
    (m) =>
      `count(m.${m})::int as ${m}_n, min(m.${m}) as ${m}_min, max(m.${m}) as ${m}_max, sum(m.${m}::float8) as ${m}_sum`,
  )} from ${from} group by 1, 2`;
}
function ofSpan({ aeros, metrics }: SeriesRequest, width: number, span: Span): Part {
  return grouped(
    metrics,
    width,
    sql`unnest(${aeros}::int[]) as a (id) cross join lateral measures_between(a.id, ${at(span.from)}, ${at(span.to)}) as m`,
  );
}
function fromRows(request: SeriesRequest, spans: readonly Span[], width: number): Part {
  return cellsOf(spans.map((span) => ofSpan(request, width, span)));
}

function fromRollups(
  request: SeriesRequest,
  width: number,
  source: keyof typeof ROLLUPS,
  clean: boolean,
): Part {
  const { aeros, metrics, span } = request;
  const cell = ROLLUPS[source] * 1000;
  const from = Math.ceil(span.from / cell) * cell;
  const to = Math.floor(span.to / cell) * cell;
  if (from >= to) return fromRows(request, [span], width);
  const day = source === 'days' ? sql`q.day` : sql`(q.time at time zone 'UTC')::date`;
  const time = source === 'days' ? sql`q.day::timestamp at time zone 'UTC'` : sql`q.time`;
  const dayAt = (ms: number) => sql`(${at(ms)} at time zone 'UTC')::date`;
  const within = source === 'days' ? sql`${dayAt(from)}, ${dayAt(to)}` : sql`${at(from)}, ${at(to)}`;
  const rollups = sql`select q.aero_id, ${time} as time, q.count ${each(
    metrics,
    (m) => `q.${m}_n, q.${m}_min, q.${m}_max, q.${m}_sum`,
  )} from unnest(${aeros}::int[]) as a (id) cross join lateral ${sql.raw(`${source}_between`)}(a.id, ${within}) as q`;
  const edges = [
    { from: span.from, to: from },
    { from: to, to: span.to },
  ].filter((edge) => edge.from < edge.to);
  const ends = edges.map((edge) => ofSpan(request, width, edge));
  const whole = clean
    ? [rollups]
    : [
        sql`${rollups} where not exists (select from dirty where dirty.aero_id = q.aero_id and dirty.day = ${day})`,
        grouped(
          metrics,
          width,
          sql`dirty cross join lateral measures_between(dirty.aero_id,
      greatest(dirty.day::timestamp at time zone 'UTC', ${at(from)}), least((dirty.day + 1)::timestamp at time zone 'UTC', ${at(to)})) as m`,
        ),
      ];
  const parts = [...whole, ...ends];
  const marks = clean
    ? sql``
    : sql`dirty as materialized (
    select distinct aero_id, day from measure_dirty_days where aero_id = any(${aeros}::int[]) and day >= ${dayAt(from)} and day <= ${dayAt(to)}),`;
  // Cells as wide as the rollups' own are disjoint: nothing has to be combined.
  if (width === ROLLUPS[source]) return sql`${marks} ${cellsOf(parts)}`;
  return sql`${marks} parts as (${sql.join(parts, sql` union all `)}),
    cells as (select aero_id, ${bin(width, 'time')} as time, sum(count)::int as count ${each(
      metrics,
      (m) =>
        `sum(${m}_n)::int as ${m}_n, min(${m}_min) as ${m}_min, max(${m}_max) as ${m}_max, sum(${m}_sum) as ${m}_sum`,
    )} from parts group by 1, 2)`;
}

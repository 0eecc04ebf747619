import type { MetricKey } from '@aerowatch/domain/metrics';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { Span } from './store-measures.ts';

/** Where buckets are made from: rows, or rollups of this many seconds. */
export const ROLLUPS = { quarters: 21_600, days: 86_400 } as const;
export type Source = 'raw' | keyof typeof ROLLUPS;

/** What is asked of the measures of AEROs that the viewer was found to see. */
export interface Asked {
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

const at = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;
// A literal, not a parameter: PostgreSQL must see the same expression where it groups.
const bin = (width: number, column: string) =>
  sql`date_bin(make_interval(secs => ${sql.lit(width)}), ${sql.raw(column)}, timestamptz 'epoch')`;
const each = (metrics: readonly MetricKey[], form: (metric: MetricKey) => string) =>
  metrics.length === 0 ? sql`` : sql.raw(`, ${metrics.map(form).join(', ')}`);
const MS = `(date_part('epoch', time) * 1000)::bigint`;
// A thousandth is finer than any sensor; more digits would only travel. Columns travel as text: making a row object of every bucket would cost more than the query.
const list = (expression: string, name: string) =>
  `string_agg(coalesce((${expression})::text, 'null'), ',') as ${name}`;

/** The rows themselves. */
export async function rowColumns(db: Db, { aeros, metrics, span }: Asked): Promise<Map<number, Columns>> {
  const { rows } = await sql<Record<string, string> & { aero_id: number }>`
    select aero_id, ${sql.raw(list(MS, 'time'))} ${each(metrics, (m) => list(m, m))}
    from (select * from measures where aero_id = any(${aeros}::int[])
      and time >= ${at(span.from)} and time < ${at(span.to)} order by aero_id, time) as ordered group by aero_id`.execute(
    db,
  );
  return new Map(
    rows.map((row) => {
      const time = numbers(row.time);
      const bands = metrics.map((metric) => {
        const values = numbers(row[metric]) as Values;
        return [metric, { min: values, max: values, mean: values }] as const;
      });
      const count = new Array<number>(time.length).fill(1);
      return [row.aero_id, { aero: row.aero_id, time, count, metrics: Object.fromEntries(bands) }];
    }),
  );
}

/**
 * Buckets of `width` seconds, aligned to 1970 UTC: their count, and per metric min, max and mean. Exact
 * whatever the source: rollups are taken for clean whole cells, rows for dirty days and for the ends of
 * the span.
 */
export async function bucketColumns(
  db: Db,
  asked: Asked,
  width: number,
  source: Source,
): Promise<Map<number, Columns>> {
  const { metrics } = asked;
  const { rows } = await sql<Record<string, string> & { aero_id: number }>`
    with ${source === 'raw' ? fromRows(asked, [asked.span], width) : fromRollups(asked, width, source)}
    select aero_id, ${sql.raw(list(MS, 'time'))}, ${sql.raw(list('count', 'count'))} ${each(metrics, (m) =>
      [
        list(`${m}_min`, `${m}_min`),
        list(`${m}_max`, `${m}_max`),
        list(`round(${m}_sum / nullif(${m}_n, 0) * 1000) / 1000`, `${m}_mean`),
      ].join(', '),
    )} from (select * from cells order by aero_id, time) as ordered group by aero_id`.execute(db);
  return new Map(
    rows.map((row) => {
      const bands = metrics.map((metric) => {
        const part = (name: string) => numbers(row[`${metric}_${name}`]) as Values;
        return [metric, { min: part('min'), max: part('max'), mean: part('mean') }] as const;
      });
      const { aero_id: aero } = row;
      return [
        aero,
        { aero, time: numbers(row.time), count: numbers(row.count), metrics: Object.fromEntries(bands) },
      ];
    }),
  );
}

function numbers(text: string | undefined): number[] {
  return JSON.parse(`[${text ?? ''}]`);
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
function ofSpan({ aeros, metrics }: Asked, width: number, span: Span): Part {
  return grouped(
    metrics,
    width,
    sql`measures m where m.aero_id = any(${aeros}::int[]) and m.time >= ${at(span.from)} and m.time < ${at(span.to)}`,
  );
}
function fromRows(asked: Asked, spans: readonly Span[], width: number): Part {
  return cellsOf(spans.map((span) => ofSpan(asked, width, span)));
}

function fromRollups(asked: Asked, width: number, source: keyof typeof ROLLUPS): Part {
  const { aeros, metrics, span } = asked;
  const cell = ROLLUPS[source] * 1000;
  const from = Math.ceil(span.from / cell) * cell;
  const to = Math.floor(span.to / cell) * cell;
  if (from >= to) return fromRows(asked, [span], width);
  const day = source === 'days' ? sql`q.day` : sql`(q.time at time zone 'UTC')::date`;
  const time = source === 'days' ? sql`q.day::timestamp at time zone 'UTC'` : sql`q.time`;
  const dayAt = (ms: number) => sql`(${at(ms)} at time zone 'UTC')::date`;
  const within =
    source === 'days'
      ? sql`q.day >= ${dayAt(from)} and q.day < ${dayAt(to)}`
      : sql`q.time >= ${at(from)} and q.time < ${at(to)}`;
  const clean = sql`select q.aero_id, ${time} as time, q.count ${each(
    metrics,
    (m) => `q.${m}_n, q.${m}_min, q.${m}_max, q.${m}_sum`,
  )} from ${sql.raw(`measure_${source}`)} q where q.aero_id = any(${aeros}::int[]) and ${within}
    and not exists (select from dirty where dirty.aero_id = q.aero_id and dirty.day = ${day})`;
  const dirty = grouped(
    metrics,
    width,
    sql`dirty join measures m on m.aero_id = dirty.aero_id
      and m.time >= dirty.day::timestamp at time zone 'UTC' and m.time < (dirty.day + 1)::timestamp at time zone 'UTC'
      and m.time >= ${at(from)} and m.time < ${at(to)}`,
  );
  const edges = [
    { from: span.from, to: from },
    { from: to, to: span.to },
  ].filter((edge) => edge.from < edge.to);
  const parts = [clean, dirty, ...edges.map((edge) => ofSpan(asked, width, edge))];
  const marks = sql`dirty as materialized (
    select distinct aero_id, day from measure_dirty_days where aero_id = any(${aeros}::int[]) and day >= ${dayAt(from)} and day <= ${dayAt(to)})`;
  // Cells as wide as the rollups' own are disjoint: nothing has to be put together.
  if (width === ROLLUPS[source]) return sql`${marks}, ${cellsOf(parts)}`;
  return sql`${marks}, parts as (${sql.join(parts, sql` union all `)}),
    cells as (select aero_id, ${bin(width, 'time')} as time, sum(count)::int as count ${each(
      metrics,
      (m) =>
        `sum(${m}_n)::int as ${m}_n, min(${m}_min) as ${m}_min, max(${m}_max) as ${m}_max, sum(${m}_sum) as ${m}_sum`,
    )} from parts group by 1, 2)`;
}

/** Roughly how many rows some AEROs have in a span, by their rollups; days not yet rolled up count as none. */
export async function estimateRows(db: Db, aeros: readonly number[], span: Span): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::float8 as count from measure_days where aero_id = any(${aeros}::int[])
      and day >= (${at(span.from)} at time zone 'UTC')::date and day <= (${at(span.to)} at time zone 'UTC')::date`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

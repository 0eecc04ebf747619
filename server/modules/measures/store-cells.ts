import type { MetricKey } from '@aerowatch/domain/metrics';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { Span } from './store-measures.ts';

/** Where buckets are made from: rows, or rollups of this many seconds. */
export const ROLLUPS = { quarters: 21_600, days: 86_400 } as const;
export type Source = 'raw' | keyof typeof ROLLUPS;

export type Bucket = { aero_id: number; time: number; count: number } & {
  [K in `${MetricKey}_${'min' | 'max' | 'mean'}`]?: number | null;
};

const at = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;
// A literal, not a parameter: PostgreSQL must see the same expression where it groups.
const bin = (width: number, column: string) =>
  sql`date_bin(make_interval(secs => ${sql.lit(width)}), ${sql.raw(column)}, timestamptz 'epoch')`;
const each = (metrics: readonly MetricKey[], form: (metric: MetricKey) => string) =>
  metrics.length === 0 ? sql`` : sql.raw(`, ${metrics.map(form).join(', ')}`);

/**
 * Buckets of `width` seconds, aligned to 1970 UTC, of AEROs the viewer was found to see: their count,
 * and per metric min, max and mean. Exact whatever the source: rollups are taken for clean whole cells,
 * rows for dirty days and for the ends of the span.
 */
export async function buckets(
  db: Db,
  aeros: readonly number[],
  metrics: readonly MetricKey[],
  span: Span,
  width: number,
  source: Source,
): Promise<Bucket[]> {
  const cells =
    source === 'raw' ? rawCells(aeros, metrics, [span]) : rolledCells(aeros, metrics, span, source);
  const { rows } = await sql<Bucket>`
    with ${cells}
    select aero_id, extract(epoch from ${bin(width, 'time')})::float8 * 1000 as time, sum(count)::int as count
      ${each(
        metrics,
        (m) =>
          `min(${m}_min) as ${m}_min, max(${m}_max) as ${m}_max, sum(${m}_sum) / nullif(sum(${m}_n), 0) as ${m}_mean`,
      )}
    from cells group by aero_id, ${bin(width, 'time')} order by 1, 2`.execute(db);
  return rows;
}

const ofRow = (metrics: readonly MetricKey[]) =>
  each(
    metrics,
    (m) =>
      `(m.${m} is not null)::int as ${m}_n, m.${m} as ${m}_min, m.${m} as ${m}_max, m.${m}::float8 as ${m}_sum`,
  );

function rowsWithin(aeros: readonly number[], metrics: readonly MetricKey[], span: Span) {
  return sql`select m.aero_id, m.time, 1 as count ${ofRow(metrics)} from measures m
    where m.aero_id = any(${aeros}::int[]) and m.time >= ${at(span.from)} and m.time < ${at(span.to)}`;
}

function rawCells(aeros: readonly number[], metrics: readonly MetricKey[], spans: readonly Span[]) {
  return sql`cells as (${sql.join(
    spans.map((span) => rowsWithin(aeros, metrics, span)),
    sql` union all `,
  )})`;
}

function rolledCells(
  aeros: readonly number[],
  metrics: readonly MetricKey[],
  span: Span,
  source: keyof typeof ROLLUPS,
) {
  const cell = ROLLUPS[source] * 1000;
  const from = Math.ceil(span.from / cell) * cell;
  const to = Math.floor(span.to / cell) * cell;
  if (from >= to) return rawCells(aeros, metrics, [span]);
  const edges = [
    { from: span.from, to: from },
    { from: to, to: span.to },
  ].filter((edge) => edge.from < edge.to);
  const inner = { from, to };
  const day = source === 'days' ? sql`q.day` : sql`(q.time at time zone 'UTC')::date`;
  const time = source === 'days' ? sql`q.day::timestamp at time zone 'UTC'` : sql`q.time`;
  const within =
    source === 'days'
      ? sql`q.day >= (${at(from)} at time zone 'UTC')::date and q.day < (${at(to)} at time zone 'UTC')::date`
      : sql`q.time >= ${at(from)} and q.time < ${at(to)}`;
  return sql`dirty as materialized (
      select distinct aero_id, day from measure_dirty_days where aero_id = any(${aeros}::int[])
        and day >= (${at(from)} at time zone 'UTC')::date and day <= (${at(to)} at time zone 'UTC')::date),
    cells as (
      select q.aero_id, ${time} as time, q.count
        ${each(metrics, (m) => `q.${m}_n, q.${m}_min, q.${m}_max, q.${m}_sum`)}
      from ${sql.raw(`measure_${source}`)} q where q.aero_id = any(${aeros}::int[]) and ${within}
        and not exists (select from dirty where dirty.aero_id = q.aero_id and dirty.day = ${day})
      union all
      select m.aero_id, m.time, 1 ${ofRow(metrics)} from dirty join measures m on m.aero_id = dirty.aero_id
        and m.time >= dirty.day::timestamp at time zone 'UTC' and m.time < (dirty.day + 1)::timestamp at time zone 'UTC'
        and m.time >= ${at(inner.from)} and m.time < ${at(inner.to)}
      ${sql.join(
        edges.map((edge) => sql`union all ${rowsWithin(aeros, metrics, edge)}`),
        sql` `,
      )})`;
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

import { sql } from 'kysely';
import { PREPARED_HINT } from '../../../platform/database/connection/prepared-statements.ts';
import type { Db } from '../../../platform/database/db.ts';
import { visibleTo } from '../../../platform/database/scope.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { firstTime, lastTime } from '../ingest/write/store-packs.ts';
import type { Span } from '../store-measures.ts';

/** Facts about AEROs that decide how their curves are read. */
export interface SeriesFacts {
  /** How many of the AEROs the viewer may see. */
  readonly seen: number;
  /** First and last time of their measures in ms; null when there are none. */
  readonly first: number | null;
  readonly last: number | null;
  /** Whether any of them has more rows within the span than the request allows. */
  readonly more: boolean;
  /** Roughly how many rows all of them have within the span, by their rollups. */
  readonly rows: number;
  /** Whether a day of the span has a pending rollup. */
  readonly dirty: boolean;
  /** Before this, in ms, measures of some of them are archived, and only rollups remain; null for none. */
  readonly archived: number | null;
}

const at = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;
const dayAt = (ms: number) => sql`(${at(ms)} at time zone 'UTC')::date`;

/** All of it in one query, because each one alone would take as long. */
export async function seriesFacts(
  db: Db,
  viewer: Viewer,
  aeros: readonly number[],
  span: Span,
  few: number,
): Promise<SeriesFacts> {
  const { rows } = await sql<SeriesFacts>`${sql.raw(PREPARED_HINT)}
    with a as materialized (
      select aeros.id from aeros join boxes on boxes.id = aeros.box_id
      where aeros.id = any(${aeros}::int[]) and ${visibleTo(viewer, 'boxes.client_id')}),
    old as materialized (
      select min(month)::timestamp at time zone 'UTC' as first, (max(month) + interval '1 month') at time zone 'UTC' as until
      from a join measure_archived_months on aero_id = a.id),
    counted as materialized (
      select sum(d.count) as rows, sum(d.count) filter (where d.day > ${dayAt(span.from)} and d.day < ${dayAt(span.to)}) as within
      from a cross join lateral days_between(a.id, ${dayAt(span.from)}, ${dayAt(span.to)} + 1) as d group by a.id)
    select (select count(*)::int from a) as seen,
      (select round(date_part('epoch', least(min(${firstTime(sql`a.id`)}), (select first from old))) * 1000) from a) as first,
      (select round(date_part('epoch', until) * 1000) from old) as archived,
      (select round(date_part('epoch', max(${lastTime(sql`a.id`)})) * 1000) from a) as last,
      -- Rollups count no more than there is: the rows need not be looked at where those are enough.
      coalesce((select max(within) from counted), 0) > ${few} or exists (select from a cross join lateral (
        select from measures_between(a.id, ${at(span.from)}, ${at(span.to)}) offset ${few} limit 1) as beyond) as more,
      (select coalesce(sum(rows), 0)::float8 from counted) as rows,
      exists (select from a join measure_dirty_days on aero_id = a.id
        where day >= ${dayAt(span.from)} and day <= ${dayAt(span.to)}) as dirty`.execute(db);
  return rows[0] ?? { seen: 0, first: null, last: null, more: false, rows: 0, dirty: false, archived: null };
}

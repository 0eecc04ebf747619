import { DAY } from '@aerowatch/domain/durations';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { Span } from './store-measures.ts';

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const at = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;

export interface DayCount {
  readonly box: number;
  readonly day: string;
  readonly count: number;
}

/** The whole days (UTC) within a span, and the remainders before and after them. */
export function wholeDays({ from, to }: Span): { days: Span; edges: Span[] } {
  const first = Math.ceil(from / DAY) * DAY;
  const last = Math.floor(to / DAY) * DAY;
  if (first >= last) return { days: { from: 0, to: 0 }, edges: from < to ? [{ from, to }] : [] };
  const edges = [
    { from, to: first },
    { from: last, to },
  ].filter((edge) => edge.from < edge.to);
  return { days: { from: first, to: last }, edges };
}

/** Measures of boxes by day (UTC). Whole days come from the counts made at ingest, the rest from rows. */
export async function countOfBoxes(db: Db, boxes: readonly number[], span: Span): Promise<DayCount[]> {
  if (boxes.length === 0) return [];
  const { days, edges } = wholeDays(span);
  const { rows } = await sql<DayCount>`
    select box, day, sum(count)::float8 as count from (
      select box_id as box, day, count from box_day_counts
      where box_id = any(${boxes}::int[]) and day >= ${dayOf(days.from)}::date and day < ${dayOf(days.to)}::date
      ${sql.join(
        edges.map(
          (edge) => sql`union all
      select aeros.box_id, (time at time zone 'UTC')::date, count(*) from aeros
      cross join lateral measures_between(aeros.id, ${at(edge.from)}, ${at(edge.to)}) as m where aeros.box_id = any(${boxes}::int[]) group by 1, 2`,
        ),
        sql` `,
      )}) as parts group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** The same for chosen AEROs: whole clean days from rollups, dirty ones and the rest from rows. */
export async function countOfAeros(db: Db, aeros: readonly number[], span: Span): Promise<DayCount[]> {
  if (aeros.length === 0) return [];
  const { days, edges } = wholeDays(span);
  const { rows } = await sql<DayCount>`
    with dirty as materialized (
      select distinct aero_id, day from measure_dirty_days
      where aero_id = any(${aeros}::int[]) and day >= ${dayOf(days.from)}::date and day < ${dayOf(days.to)}::date)
    select aeros.box_id as box, day, sum(count)::float8 as count from (
      select d.aero_id, d.day, d.count from unnest(${aeros}::int[]) as a (id)
      cross join lateral days_between(a.id, ${dayOf(days.from)}::date, ${dayOf(days.to)}::date) as d
      where not exists (select from dirty where dirty.aero_id = d.aero_id and dirty.day = d.day)
      union all
      select dirty.aero_id, dirty.day, count(*) from dirty cross join lateral measures_between(dirty.aero_id,
        dirty.day::timestamp at time zone 'UTC', (dirty.day + 1)::timestamp at time zone 'UTC') as m group by 1, 2
      ${sql.join(
        edges.map(
          (edge) => sql`union all
      select a.id, (m.time at time zone 'UTC')::date, count(*) from unnest(${aeros}::int[]) as a (id)
      cross join lateral measures_between(a.id, ${at(edge.from)}, ${at(edge.to)}) as m group by 1, 2`,
        ),
        sql` `,
      )}) as parts join aeros on aeros.id = parts.aero_id group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

import { silentBefore } from '@aerowatch/domain/forecast/extremes';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { all, among, seenBy } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { statusTerm } from '../boxes/store-terms.ts';
import { likeliestDays } from '../forecast/store-weeks.ts';

interface Asked {
  readonly client?: readonly number[] | undefined;
  readonly line?: string | undefined;
}
/** An AERO stands on its own line, or its box's. */
const LINE = sql`coalesce(nullif(a.line, ''), b.line)`;

/** Conditions on `a` (AEROs) and `b` (boxes) of what is asked for. */
export function onLine(viewer: Viewer, { client, line }: Asked): RawBuilder<SqlBool> {
  return all([
    seenBy(viewer, 'b.client_id'),
    among('b.client_id', client),
    sql`a.model_type <> 0`,
    line === undefined ? sql`true` : sql`${LINE} = ${line}`,
  ]);
}

export interface LineRow {
  line: string;
  aeros: number;
  from: number | null;
  to: number | null;
}

/** Every line with AEROs the viewer may see, with its first and last kilometre point. */
export async function linesOf(
  db: Db,
  viewer: Viewer,
  client: readonly number[] | undefined,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`select ${LINE} as line, count(*)::integer as aeros,
      min(b.kilometer_point)::float8 as "from", max(b.kilometer_point)::float8 as "to"
    from aeros a join boxes b on b.id = a.box_id where ${onLine(viewer, { client })} group by 1 order by 1`.execute(
    db,
  );
  return rows;
}

/**
 * AEROs by line, track and kilometre point, each as the JSON of an `AeroOnLine`: the database writes it, as making ten
 * thousand objects of 30 fields to write them again would cost more than all the reading.
 */
export async function alongLines(db: Db, viewer: Viewer, asked: Asked, now: Date): Promise<string[]> {
  const today = now.toISOString().slice(0, 10);
  // A line is drawn from what was measured lately; else the reason.
  const unavailable = sql`case when l.time is null then 'no_data' when s.unavailable is not null then s.unavailable
    when l.time < ${new Date(silentBefore(now.getTime()))}::timestamptz then 'silent' when s.standing is null then 'too_few_days' end`;
  const { rows } = await sql<{ json: string }>`
    with seen as (
      select a.id, b.id as box, b.client_id as client, a.position, b.serial_number,
        ${LINE} as line, a.track_number as track, b.pole, b.kilometer_point::float8 as kilometer_point,
        a.conductor_type as conductor, a.regularized_length as length, a.model_type, a.stroke_min_offset, a.stroke_max_offset,
        l.stroke, l.temperature, to_char(l.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as measured_at,
        a.sami, ${statusTerm(now)} as status, coalesce(o.count, 0) as alerts, d.verdict, d.fault,
        case when (${unavailable}) is null then s.standing end as model, ${unavailable} as unavailable,
        round(f.chance * 1000) / 1000 as chance, f.day as chance_day, f.side as chance_side
      from aeros a join boxes b on b.id = a.box_id
        left join measure_latest l on l.aero_id = a.id
        left join (select aero_id, count(*)::integer as count from alerts where seen_at is null group by aero_id) o on o.aero_id = a.id
        left join diagnostics d on d.aero_id = a.id
        left join aero_standings s on s.aero_id = a.id
        left join ${likeliestDays(today)} f on f.aero_id = a.id
      where ${onLine(viewer, asked)}
      order by line, track, b.kilometer_point nulls last, b.id, a.position)
    select row_to_json(seen)::text as json from seen`.execute(db);
  return rows.map(({ json }) => json);
}

import type { AeroOnLine } from '@aerowatch/contracts/api/line';
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

/** Every line with AEROs the viewer may see, with its first and last kilometre point; in the order of `alongLines`. */
export async function linesOf(
  db: Db,
  viewer: Viewer,
  client: readonly number[] | undefined,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`select ${LINE} as line, count(*)::integer as aeros,
      min(b.kilometer_point)::float8 as "from", max(b.kilometer_point)::float8 as "to"
    from aeros a join boxes b on b.id = a.box_id where ${onLine(viewer, { client })} group by 1 order by ${LINE} collate "C"`.execute(
    db,
  );
  return rows;
}

/**
 * AEROs by line, track and kilometre point, as the JSON of `AerosOnLine`: the database writes it, a column at a time.
 * Ten thousand objects of 30 fields, each with its names, would cost it twice as much, and the rest of the way too.
 */
export async function alongLines(db: Db, viewer: Viewer, asked: Asked, now: Date): Promise<string> {
  const today = now.toISOString().slice(0, 10);
  // A line is drawn from what was measured lately; else the reason.
  const unavailable = sql`case when l.time is null then 'no_data' when s.unavailable is not null then s.unavailable
    when l.time < ${new Date(silentBefore(now.getTime()))}::timestamptz then 'silent' when s.standing is null then 'too_few_days' end`;
  const fields: Readonly<Record<keyof AeroOnLine, RawBuilder<unknown>>> = {
    id: sql`a.id`,
    box: sql`b.id`,
    client: sql`b.client_id`,
    position: sql`a.position`,
    serial_number: sql`b.serial_number`,
    line: LINE,
    track: sql`a.track_number`,
    pole: sql`b.pole`,
    kilometer_point: sql`b.kilometer_point::float8`,
    conductor: sql`a.conductor_type`,
    length: sql`a.regularized_length`,
    model_type: sql`a.model_type`,
    stroke_min_offset: sql`a.stroke_min_offset`,
    stroke_max_offset: sql`a.stroke_max_offset`,
    stroke: sql`l.stroke`,
    temperature: sql`l.temperature`,
    measured_at: sql`to_char(l.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    sami: sql`a.sami`,
    status: statusTerm(now),
    alerts: sql`coalesce(o.count, 0)`,
    verdict: sql`d.verdict`,
    fault: sql`d.fault`,
    model: sql`case when (${unavailable}) is null then s.standing end`,
    unavailable,
    chance: sql`round(f.chance * 1000) / 1000`,
    chance_day: sql`f.day`,
    chance_side: sql`f.side`,
  };
  const named = Object.entries(fields).map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
  const columns = Object.keys(fields).map(
    (name) => sql`${sql.lit(name)}, coalesce(json_agg(${sql.ref(name)}), '[]')`,
  );
  // Order of bytes: that of a language takes a fifth of all, and tells lines and tracks no better apart.
  const { rows } = await sql<{ json: string }>`
    with seen as (
      select ${sql.join(named)}
      from aeros a join boxes b on b.id = a.box_id
        left join measure_latest l on l.aero_id = a.id
        left join (select aero_id, count(*)::integer as count from alerts where seen_at is null group by aero_id) o on o.aero_id = a.id
        left join diagnostics d on d.aero_id = a.id
        left join aero_standings s on s.aero_id = a.id
        left join ${likeliestDays(today)} f on f.aero_id = a.id
      where ${onLine(viewer, asked)}
      order by ${LINE} collate "C", a.track_number collate "C", b.kilometer_point nulls last, b.id, a.position)
    select json_build_object(${sql.join(columns)})::text as json from seen`.execute(db);
  return rows[0]!.json;
}

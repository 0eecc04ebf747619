import type { AeroOnLine } from '@aerowatch/contracts/api/line';
import { silentBefore } from '@aerowatch/domain/forecast/extremes';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { all, among, visibleTo } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { aeroStatusTerm } from '../aeros/store-contact-status.ts';
import { likeliestDays } from '../forecast/weeks/store-weeks.ts';

export interface LineQuery {
  readonly client?: readonly number[] | undefined;
  readonly line?: string | undefined;
  /** km, both included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}
/** An AERO belongs to its own line, or its box's. */
const LINE = sql`coalesce(nullif(a.line, ''), b.line)`;

/** The reason of a row is computed once. */
const KNOWN_LINE = sql`case when unavailable is null then model end`;

/**
 * Sorted by bytes rather than a language's collation: it takes a fifth of the time, and separates lines and
 * tracks as well.
 */
export const BY_PLACE = sql`${LINE} collate "C", a.track_number collate "C", b.kilometer_point nulls last, b.id, a.position`;

/** Filter conditions on `a` (AEROs) and `b` (boxes). */
export function onLine(viewer: Viewer, { client, line, from, to }: LineQuery): RawBuilder<SqlBool> {
  return all([
    visibleTo(viewer, 'b.client_id'),
    among('b.client_id', client),
    sql`a.model_type <> 0`,
    line === undefined ? sql`true` : sql`${LINE} = ${line}`,
    from === undefined ? sql`true` : sql`b.kilometer_point >= ${from}`,
    to === undefined ? sql`true` : sql`b.kilometer_point <= ${to}`,
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

/** The column expression of each field of an AERO. */
function columnsOf(now: Date): Readonly<Record<keyof AeroOnLine, RawBuilder<unknown>>> {
  // A line needs recent measures; otherwise there is a reason.
  const unavailable = sql`case when l.time is null then 'no_data' when s.unavailable is not null then s.unavailable
    when l.time < ${new Date(silentBefore(now.getTime()))}::timestamptz then 'silent' when s.standing is null then 'too_few_days' end`;
  return {
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
    status: aeroStatusTerm(now),
    alerts: sql`coalesce(o.count, 0)`,
    verdict: sql`d.verdict`,
    fault: sql`d.fault`,
    model: sql`s.standing`,
    unavailable,
    chance: sql`round(f.chance * 1000) / 1000`,
    chance_day: sql`f.day`,
    chance_side: sql`f.side`,
  };
}

/**
 * AEROs by line, track and kilometre point, as the JSON of `AerosOnLine`, which the database writes one
 * column at a time. Ten thousand objects of 30 fields, each with its names, would cost it twice as much, and
 * every later step too. The first `most` of them; `leftOut` is the number of others.
 */
export async function alongLines(
  db: Db,
  viewer: Viewer,
  asked: LineQuery,
  now: Date,
  most: number,
): Promise<{ aeros: string; leftOut: number }> {
  const today = now.toISOString().slice(0, 10);
  const fields = columnsOf(now);
  const named = Object.entries(fields).map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
  const names = Object.keys(fields) as (keyof AeroOnLine)[];
  const columns = names.map(
    (name) =>
      sql`coalesce(json_agg(${name === 'model' ? KNOWN_LINE : sql.ref(name)})::text, '[]') as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<keyof AeroOnLine, string> & { count: number }>`
    with seen as (
      select ${sql.join(named)}
      from aeros a join boxes b on b.id = a.box_id
        left join measure_latest l on l.aero_id = a.id
        left join (select aero_id, count(*)::integer as count from alerts where seen_at is null group by aero_id) o on o.aero_id = a.id
        left join diagnostics d on d.aero_id = a.id
        left join aero_standings s on s.aero_id = a.id
        left join ${likeliestDays(today)} f on f.aero_id = a.id
      where ${onLine(viewer, asked)}
      order by ${BY_PLACE} limit ${most})
    select ${sql.join(columns)}, count(*)::integer as count from seen`.execute(db);
  const { count, ...lists } = rows[0]!;
  // Assembled here, because the database would copy an object of them once more.
  const aeros = `{${names.map((name) => `"${name}":${lists[name]}`).join(',')}}`;
  return { aeros, leftOut: count < most ? 0 : (await countOn(db, viewer, asked)) - count };
}

async function countOn(db: Db, viewer: Viewer, asked: LineQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from aeros a join boxes b on b.id = a.box_id where ${onLine(viewer, asked)}`.execute(db);
  return rows[0]!.count;
}

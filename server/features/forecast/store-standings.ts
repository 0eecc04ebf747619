import { MAX_FORECAST_AEROS } from '@aerowatch/contracts/api/forecast';
import { type Columns, rowsOf } from '@aerowatch/domain/columns';
import type { Change } from '@aerowatch/domain/forecast/change';
import type { Standing } from '@aerowatch/domain/forecast/standing/standing';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { sql } from 'kysely';
import { PREPARED_HINT } from '../../platform/database/connection/prepared-statements.ts';
import type { Db } from '../../platform/database/db.ts';
import type { ListPage } from '../../platform/database/list.ts';
import { all, among, visibleTo } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';

/** Data of each AERO stored between its diagnoses. Extremes as `packExtremes` writes them. */
export interface StoredStanding {
  readonly newest: Date;
  readonly standing: Standing | null;
  readonly unavailable: Unavailable | null;
  readonly first_day: string;
  readonly extremes: Buffer;
  readonly log_hours: number;
  readonly changed_on: string | null;
  readonly changed_by: Change['fault'] | null;
}

/** The stored extremes of an AERO; undefined before its first diagnosis. Acts for the server itself. */
export async function storedExtremes(
  db: Db,
  aero: number,
): Promise<{ first_day: string; extremes: Buffer } | undefined> {
  const { rows } = await sql<{
    first_day: string;
    extremes: Buffer;
  }>`${sql.raw(PREPARED_HINT)} select first_day, extremes from aero_standings where aero_id = ${aero}`.execute(
    db,
  );
  return rows[0];
}

/**
 * Stores the results of a diagnosis; the AERO may have been deleted in the meantime. Acts for the server
 * itself.
 */
export async function keepStanding(db: Db, aero: number, standing: StoredStanding): Promise<void> {
  await sql`${sql.raw(PREPARED_HINT)} insert into aero_standings (aero_id, newest, standing, unavailable, first_day, extremes, log_hours, changed_on, changed_by)
    select id, ${standing.newest}::timestamptz, ${standing.standing && JSON.stringify(standing.standing)}::json, ${standing.unavailable}::text, ${standing.first_day}::date, ${standing.extremes}::bytea, ${standing.log_hours}::integer,
      ${standing.changed_on}::date, ${standing.changed_by}::text
    from aeros where id = ${aero} for key share
    on conflict (aero_id) do update set computed_at = clock_timestamp(), newest = excluded.newest, standing = excluded.standing,
      unavailable = excluded.unavailable, first_day = excluded.first_day, extremes = excluded.extremes, log_hours = excluded.log_hours,
      changed_on = excluded.changed_on, changed_by = excluded.changed_by`.execute(db);
}

export interface StandingRow {
  readonly aero: number;
  readonly box: number;
  readonly model_type: number;
  readonly stroke_min_offset: number | null;
  readonly stroke_max_offset: number | null;
  /** ms; null: not diagnosed yet. */
  readonly newest: number | null;
  readonly standing: Standing | null;
  readonly unavailable: Unavailable | null;
}
export interface Among {
  readonly client?: readonly number[] | undefined;
  readonly line?: string | undefined;
  readonly aero?: readonly number[] | undefined;
  readonly box?: readonly number[] | undefined;
}

/** Conditions on `a` (AEROs) and `b` (boxes): an AERO belongs to its own line, or its box's. */
export function whereAmong(viewer: Viewer, { client, line, aero, box }: Among) {
  return all([
    visibleTo(viewer, 'b.client_id'),
    among('b.client_id', client),
    among('a.id', aero),
    among('b.id', box),
    line === undefined ? sql`true` : sql`coalesce(nullif(a.line, ''), b.line) = ${line}`,
  ]);
}

const COLUMNS: readonly (keyof StandingRow)[] = [
  'aero',
  'box',
  'model_type',
  'stroke_min_offset',
  'stroke_max_offset',
  'newest',
  'standing',
  'unavailable',
];

/**
 * The expected position of each AERO the viewer may see, by box and position. Returned as columns, because
 * ten thousand rows of a few fields take the driver longer than the database. The first `most` of them;
 * `count` is the total.
 */
export async function standings(
  db: Db,
  viewer: Viewer,
  query: Among,
  most = MAX_FORECAST_AEROS,
): Promise<ListPage<StandingRow>> {
  const asked = sql`a.model_type <> 0 and ${whereAmong(viewer, query)}`;
  const { rows: columns } = await sql<Columns<StandingRow>>`
    with seen as (select a.id as aero, a.box_id as box, a.model_type, a.stroke_min_offset, a.stroke_max_offset,
        extract(epoch from s.newest)::float8 * 1000 as newest, s.standing, s.unavailable
      from aeros a join boxes b on b.id = a.box_id left join aero_standings s on s.aero_id = a.id
      where ${asked} order by a.box_id, a.position limit ${most})
    select ${sql.join(COLUMNS.map((name) => sql`coalesce(json_agg(${sql.ref(name)}), '[]') as ${sql.ref(name)}`))} from seen`.execute(
    db,
  );
  const rows = rowsOf(columns[0]!);
  if (rows.length < most) return { rows, count: rows.length };
  const { rows: all } = await sql<{ count: number }>`select count(*)::integer as count
    from aeros a join boxes b on b.id = a.box_id where ${asked}`.execute(db);
  return { rows, count: all[0]!.count };
}

import type { AeroOnLine } from '@aerowatch/contracts/api/line';
import { isSilent } from '@aerowatch/domain/forecast/extremes';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { all, among, seenBy } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { statusTerm } from '../boxes/store-terms.ts';

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

type Row = Omit<AeroOnLine, 'measured_at'> & { measured_at: Date | null };

/** AEROs by line, track and kilometre point. */
export async function alongLines(db: Db, viewer: Viewer, asked: Asked, now: Date): Promise<AeroOnLine[]> {
  const { rows } =
    await sql<Row>`select a.id, b.id as box, b.client_id as client, a.position, b.serial_number,
      ${LINE} as line, a.track_number as track, b.pole, b.kilometer_point::float8 as kilometer_point,
      a.conductor_type as conductor, a.regularized_length as length, a.model_type, a.stroke_min_offset, a.stroke_max_offset,
      l.stroke, l.temperature, l.time as measured_at, a.sami, ${statusTerm(now)} as status, coalesce(o.count, 0) as alerts,
      d.verdict, d.fault, s.standing as model, s.unavailable, f.chance, f.day::text as chance_day, f.side as chance_side
    from aeros a join boxes b on b.id = a.box_id
      left join measure_latest l on l.aero_id = a.id
      left join (select aero_id, count(*)::integer as count from alerts where seen_at is null group by aero_id) o on o.aero_id = a.id
      left join diagnostics d on d.aero_id = a.id
      left join aero_standings s on s.aero_id = a.id
      left join (select distinct on (aero_id) aero_id, chance::float8 as chance, day, case when margin_hot >= margin_cold then 'hot' else 'cold' end as side
        from forecasts where day >= ${now.toISOString().slice(0, 10)}::date and chance is not null order by aero_id, chance desc, day) f on f.aero_id = a.id
    where ${onLine(viewer, asked)}
    order by line, track, b.kilometer_point nulls last, b.id, a.position`.execute(db);
  return rows.map((row) => ({
    ...row,
    ...modelOf(row, now),
    measured_at: row.measured_at?.toISOString() ?? null,
  }));
}

/** A line is drawn from what was measured lately; else the reason. */
function modelOf({ model, unavailable, measured_at }: Row, now: Date): Pick<Row, 'model' | 'unavailable'> {
  const reason = (): Unavailable | null => {
    if (measured_at === null) return 'no_data';
    if (unavailable !== null) return unavailable;
    if (isSilent(measured_at.getTime(), now.getTime())) return 'silent';
    return model === null ? 'too_few_days' : null;
  };
  const why = reason();
  return { model: why === null ? model : null, unavailable: why };
}

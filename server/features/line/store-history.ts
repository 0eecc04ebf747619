import { MAX_ON_LINE } from '@aerowatch/contracts/api/line';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { BY_PLACE, type LineQuery, onLine } from './store.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}
export interface StrokeRow {
  readonly aero: number;
  /** ms. */
  readonly time: number;
  readonly stroke: number;
}
const at = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;

/**
 * AEROs with a place along a line, as far as the viewer may see them and the chart shows them (`alongLines`).
 */
export async function aerosOf(db: Db, viewer: Viewer, asked: LineQuery): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select a.id from aeros a join boxes b on b.id = a.box_id
    where b.kilometer_point is not null and ${onLine(viewer, asked)} order by ${BY_PLACE} limit ${MAX_ON_LINE}`.execute(
    db,
  );
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

/** The last stroke in each interval of this many seconds. */
export async function sampledStrokes(
  db: Db,
  aeros: readonly number[],
  span: Span,
  seconds: number,
): Promise<StrokeRow[]> {
  const { rows } = await sql<StrokeRow>`
    select aero, extract(epoch from time)::float8 * 1000 as time, stroke from (
      select distinct on (m.aero_id, bin) m.aero_id as aero, m.time, m.stroke,
        date_bin(make_interval(secs => ${seconds}::float8), m.time, timestamptz 'epoch') as bin
      from unnest(${[...aeros]}::int[]) as asked (id)
      cross join lateral measures_between(asked.id, ${at(span.from)}, ${at(span.to)}) as m
      where m.stroke is not null order by m.aero_id, bin, m.time desc) as sampled`.execute(db);
  return rows;
}

/** Means of the six-hour rollups. */
export async function quarterStrokes(db: Db, aeros: readonly number[], span: Span): Promise<StrokeRow[]> {
  const { rows } = await sql<StrokeRow>`
    select asked.id as aero, extract(epoch from q.time)::float8 * 1000 as time, q.stroke_sum / q.stroke_n as stroke
    from unnest(${[...aeros]}::int[]) as asked (id)
    cross join lateral quarters_between(asked.id, ${at(span.from)}, ${at(span.to)}) as q
    where q.stroke_n > 0`.execute(db);
  return rows;
}

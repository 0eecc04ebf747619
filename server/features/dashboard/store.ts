import { BOX_STATUSES } from '@aerowatch/contracts/api/aeros';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { SAMI_LEVELS, type SamiLevel } from '@aerowatch/domain/sami';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { visibleTo } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { openAlerts, statusTerm, worstAeros } from '../boxes/store-terms.ts';

type Status = (typeof BOX_STATUSES)[number];
/** Boxes of the viewer, or of some of their clients. */
function inScope(viewer: Viewer, clients: readonly number[] | undefined): RawBuilder<boolean> {
  const seen = visibleTo(viewer, 'b.client_id');
  return clients === undefined ? seen : sql<boolean>`${seen} and b.client_id = any(${clients}::integer[])`;
}

export interface AttentionRow {
  box: number;
  serial_number: string;
  name: string;
  line: string;
  pole: string;
  rank: number;
  status: Status;
  open_alerts: number;
  last_send: string | null;
}
export interface Figures {
  status: Record<Status, number>;
  sami: Record<SamiLevel, number>;
  boxes: number;
  aeros: number;
  open_alerts: number;
  measures: number;
  attention: AttentionRow[];
}

/** At most this many boxes are listed as needing attention. */
const ATTENTION = 50;

/** All counts over the boxes, in one pass; measures are counted from the ledgers, not from their rows. */
export async function readFigures(
  db: Db,
  viewer: Viewer,
  clients: readonly number[] | undefined,
  now: Date,
): Promise<Figures> {
  const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})::integer`;
  const object = (words: readonly string[], of: (word: string, index: number) => RawBuilder<unknown>) =>
    sql`json_build_object(${sql.join(words.flatMap((word, index) => [sql`${sql.lit(word)}::text`, of(word, index)]))})`;
  const { rows } = await sql<Figures>`with chosen as materialized (
      select b.id, b.serial_number, b.name, b.line, b.pole, b.last_send, ${statusTerm(now)} as status,
        coalesce(s.rank, 0) as rank, coalesce(o.count, 0) as alerts, coalesce(l.stored + l.imported, 0) as stored
      from boxes b left join ${worstAeros} s on s.box_id = b.id left join ${openAlerts} o on o.box_id = b.id
        left join box_ledgers l on l.box_id = b.id
      where ${inScope(viewer, clients)}
    ), attention as (
      select id as box, serial_number, name, line, pole, rank, status, alerts as open_alerts, last_send from chosen
      where rank = 3 or status = 'silent' or alerts > 0
      order by rank desc, (status = 'silent') desc, alerts desc, id limit ${ATTENTION}
    )
    select ${object(BOX_STATUSES, (word) => count(sql`status = ${sql.lit(word)}`))} as status,
      ${object(SAMI_LEVELS, (_, index) => count(sql`rank = ${sql.lit(index)}`))} as sami,
      count(*)::integer as boxes, coalesce(sum(alerts), 0)::integer as open_alerts, coalesce(sum(stored), 0)::float8 as measures,
      (select count(*)::integer from aeros a join boxes b on b.id = a.box_id where ${inScope(viewer, clients)}) as aeros,
      (select coalesce(json_agg(attention), '[]') from attention) as attention
    from chosen`.execute(db);
  return rows[0]!;
}

export interface LatestRow extends Record<MetricKey, number | null> {
  aero: number;
  date: Date;
  received_at: Date;
  box: number;
  serial_number: string;
  position: number;
}

const latestValues = sql.raw(METRIC_KEYS.map((metric) => `l.${metric}`).join(', '));

/** The newest measure by its own time. */
export async function latestMeasure(
  db: Db,
  viewer: Viewer,
  clients: readonly number[] | undefined,
): Promise<LatestRow | undefined> {
  const { rows } =
    await sql<LatestRow>`select l.aero_id as aero, l.time as date, l.received_at, ${latestValues}, b.id as box, b.serial_number, a.position
    from measure_latest l join aeros a on a.id = l.aero_id join boxes b on b.id = a.box_id
    where ${inScope(viewer, clients)} order by l.time desc limit 1`.execute(db);
  return rows[0];
}

/** Measures per day (UTC), from one day until before another; days without any are left out. */
export async function countDays(
  db: Db,
  viewer: Viewer,
  clients: readonly number[] | undefined,
  from: string,
  before: string,
): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`select c.day, sum(c.count)::float8 as count
    from box_day_counts c join boxes b on b.id = c.box_id
    where c.day >= ${from}::date and c.day < ${before}::date and ${inScope(viewer, clients)}
    group by c.day order by c.day`.execute(db);
  return rows;
}

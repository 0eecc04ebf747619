import { MAX_FORECAST_AEROS, PEAK_DAYS } from '@aerowatch/contracts/api/forecast';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { daysOf } from './store-box-chances.ts';
import type { Among } from './store-standings.ts';
import { hotFrom, placeOf, visibleWeeks } from './weeks/store-weeks.ts';

const LEADS = Array.from({ length: PEAK_DAYS }, (_, lead) => lead);

/** Columns over AEROs, ordered by id. */
export interface Peaks {
  readonly issued_at: Date | null;
  readonly aero: number[];
  readonly box: number[];
  /** In percent, one list per day. */
  readonly chances: (number | null)[][];
  /** One bit per day from `today` on: whether the hot side has the larger chance. */
  readonly hot: number[];
  readonly unavailable: (Unavailable | null)[];
  readonly work_order: (number | null)[];
}
type Air = number | null;
export interface PeakDay {
  readonly day: string;
  readonly min: Air;
  readonly max: Air;
}

/**
 * Chances of reaching a margin from `today` on, for the `most` AEROs with the largest chances of those the
 * viewer may see; `leftOut` is the number of others.
 */
export async function peaksOf(
  db: Db,
  viewer: Viewer,
  query: Among,
  today: string,
  most = MAX_FORECAST_AEROS,
): Promise<{ peaks: Peaks; days: PeakDay[]; leftOut: number }> {
  const at = (ahead: number) => placeOf(sql.ref('first_day'), today, ahead);
  const chances = LEADS.map(
    (ahead) => sql`coalesce(json_agg(round(chances[${at(ahead)}] * 1000)::int), '[]')`,
  );
  const issued = sql.join(
    LEADS.map((ahead) => sql`bool_or(${at(ahead)} between 1 and cardinality(chances))`),
  );
  const coldest = sql.join(LEADS.map((ahead) => sql`min(coldest[${at(ahead)}])::float8`));
  const warmest = sql.join(LEADS.map((ahead) => sql`max(warmest[${at(ahead)}])::float8`));
  const { rows } = await sql<Peaks & { issued: (boolean | null)[]; least: Air[]; greatest: Air[] }>`
    with seen as (select f.*, a.box_id ${visibleWeeks(viewer, query, today)} order by f.chances[f.peak] desc nulls last, f.aero_id limit ${most}),
    ordered as (select aero_id, min(id) as id from work_orders
      where (kind = 'forecast' or source = 'forecast') and state in ('open', 'planned') and aero_id is not null group by aero_id),
    own as (select s.*, o.id as work_order, ${hotFrom(today)} as sides from seen s left join ordered o using (aero_id) order by s.aero_id)
    select max(issued_at) as issued_at, coalesce(json_agg(aero_id), '[]') as aero, coalesce(json_agg(box_id), '[]') as box,
      coalesce(json_agg(sides), '[]') as hot, coalesce(json_agg(unavailable), '[]') as unavailable, coalesce(json_agg(work_order), '[]') as work_order,
      json_build_array(${sql.join(chances)}) as chances, array[${issued}] as issued, array[${coldest}] as least, array[${warmest}] as greatest
    from own`.execute(db);
  const { issued: days, least, greatest, ...peaks } = rows[0]!;
  const shown = peaks.aero.length;
  return {
    leftOut: shown < most ? 0 : (await countWeeks(db, viewer, query, today)) - shown,
    peaks,
    days: daysOf({ issued: days, least, greatest }, today),
  };
}

async function countWeeks(db: Db, viewer: Viewer, query: Among, today: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count ${visibleWeeks(viewer, query, today)}`.execute(db);
  return rows[0]!.count;
}

import { PEAK_DAYS } from '@aerowatch/contracts/api/forecast';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type Among, whereAmong } from './store-standings.ts';

const LEADS = Array.from({ length: PEAK_DAYS }, (_, lead) => lead);

/** Columns over AEROs, in the order of their numbers. */
export interface Peaks {
  readonly issued_at: Date | null;
  readonly aero: number[];
  readonly box: number[];
  /** In percent, a list a day. */
  readonly chances: (number | null)[][];
  readonly hot: boolean[];
  readonly unavailable: (Unavailable | null)[];
  readonly work_order: (number | null)[];
}
export interface PeakDay {
  readonly day: string;
  readonly min: number | null;
  readonly max: number | null;
}

/** Chances of a margin of AEROs the viewer may see, from `today` on. */
export async function peaksOf(
  db: Db,
  viewer: Viewer,
  query: Among,
  today: string,
): Promise<{ peaks: Peaks; days: PeakDay[] }> {
  const seen = sql`from forecasts f join aeros a on a.id = f.aero_id join boxes b on b.id = a.box_id
    where ${whereAmong(viewer, query)} and f.day >= ${today}::date and f.day < ${today}::date + ${PEAK_DAYS}::int`;
  const chanceOn = (lead: number) =>
    sql`max(round(f.chance * 1000)::int) filter (where f.day = ${today}::date + ${lead}::int)`;
  const column = (lead: number) => sql.ref(`c${lead}`);
  const [{ rows }, days] = await Promise.all([
    sql<Peaks>`
      with own as (
        select f.aero_id, a.box_id, max(f.issued_at) as issued_at, max(f.unavailable) as unavailable,
          coalesce(max(f.margin_hot), 0) >= coalesce(max(f.margin_cold), 0) as hot,
          ${sql.join(LEADS.map((lead) => sql`${chanceOn(lead)} as ${column(lead)}`))}
        ${seen} group by f.aero_id, a.box_id),
      ordered as (select aero_id, min(id) as id from work_orders
        where (kind = 'forecast' or source = 'forecast') and state in ('open', 'planned') and aero_id is not null group by aero_id)
      select max(o.issued_at) as issued_at, coalesce(json_agg(o.aero_id order by o.aero_id), '[]') as aero,
        coalesce(json_agg(o.box_id order by o.aero_id), '[]') as box, coalesce(json_agg(o.hot order by o.aero_id), '[]') as hot,
        coalesce(json_agg(o.unavailable order by o.aero_id), '[]') as unavailable, coalesce(json_agg(w.id order by o.aero_id), '[]') as work_order,
        json_build_array(${sql.join(LEADS.map((lead) => sql`coalesce(json_agg(o.${column(lead)} order by o.aero_id), '[]')`))}) as chances
      from own o left join ordered w using (aero_id)`.execute(db),
    sql<PeakDay>`select f.day::text as day, min(f.temperature_min)::float8 as min, max(f.temperature_max)::float8 as max
      ${seen} group by f.day order by f.day`.execute(db),
  ]);
  return { peaks: rows[0]!, days: days.rows };
}

import { PEAK_DAYS } from '@aerowatch/contracts/api/forecast';
import type { Basis } from '@aerowatch/domain/forecast/basis';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { Among } from '../store-standings.ts';
import { riskFrom, visibleWeeks } from './store-weeks.ts';

export interface WeekRow {
  readonly day: string;
  readonly basis: Basis;
  readonly issued_at: Date;
  readonly temperature_min: number | null;
  readonly temperature_max: number | null;
  readonly aeros: number;
  readonly at_risk: number;
  readonly unavailable: number;
  readonly worst: readonly {
    readonly aero: number;
    readonly box: number;
    readonly serial_number: string;
    readonly position: number;
    readonly chance: number;
    readonly side: 'hot' | 'cold';
  }[];
}

/** Names listed for a day. */
const NAMED = 5;

/** A summary of each day from `today` on, of AEROs the viewer may see. */
export async function weekOf(db: Db, viewer: Viewer, query: Among, today: string): Promise<WeekRow[]> {
  const { rows } = await sql<WeekRow>`
    with seen as materialized (
      select f.aero_id, a.box_id, a.position, f.issued_at, f.basis, f.unavailable, ${today}::date - f.first_day as past, f.chances, f.hot,
        f.coldest, f.warmest, ${riskFrom} as risk
      ${visibleWeeks(viewer, query, today)}),
    days as (select ahead, (${today}::date + ahead)::text as day from generate_series(0, ${PEAK_DAYS - 1}::int) ahead)
    select d.day, s.*, coalesce(n.worst, '[]') as worst from days d
    cross join lateral (
      select max(issued_at) as issued_at, case when bool_or(basis = 'weather') then 'weather' else 'climate' end as basis,
        min(coldest[past + d.ahead + 1]) as temperature_min, max(warmest[past + d.ahead + 1]) as temperature_max, count(*)::int as aeros,
        (count(*) filter (where chances[past + d.ahead + 1] >= risk))::int as at_risk, (count(*) filter (where chances[past + d.ahead + 1] is null))::int as unavailable
      from seen where past + d.ahead between 0 and cardinality(chances) - 1) s
    left join lateral (
      select json_agg(json_build_object('aero', aero_id, 'box', box_id, 'serial_number', b.serial_number, 'position', position,
        'chance', chance, 'side', case when hot >> (past + d.ahead) & 1 = 1 then 'hot' else 'cold' end) order by chance desc, aero_id) as worst
      from (select *, chances[past + d.ahead + 1] as chance from seen where chances[past + d.ahead + 1] >= risk
        order by chance desc, aero_id limit ${NAMED}) as first join boxes b on b.id = first.box_id) n on true
    where s.aeros > 0 order by d.day`.execute(db);
  return rows;
}

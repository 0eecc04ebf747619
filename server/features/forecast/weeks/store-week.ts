import { PEAK_DAYS } from '@aerowatch/contracts/api/forecast';
import type { Basis } from '@aerowatch/domain/forecast/basis';
import { type RawBuilder, sql } from 'kysely';
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

const AHEAD = Array.from({ length: PEAK_DAYS }, (_, ahead) => ahead);
/** Names listed for a day. */
const NAMED = 5;

/** A summary of each day from `today` on, of AEROs the viewer may see. */
export async function weekOf(db: Db, viewer: Viewer, query: Among, today: string): Promise<WeekRow[]> {
  // In one pass over the AEROs: an aggregate for each day, gathered into columns.
  const told = (ahead: number) => sql`past + ${sql.lit(ahead)} between 0 and cardinality(chances) - 1`;
  const at = (column: string, ahead: number) => sql`${sql.ref(column)}[past + ${sql.lit(ahead + 1)}]`;
  const columns: Readonly<Record<string, (ahead: number) => RawBuilder<unknown>>> = {
    issued: (ahead) => sql`max(issued_at) filter (where ${told(ahead)})`,
    weather: (ahead) => sql`bool_or(basis = 'weather') filter (where ${told(ahead)})`,
    least: (ahead) => sql`min(${at('coldest', ahead)})`,
    most: (ahead) => sql`max(${at('warmest', ahead)})`,
    aeros: (ahead) => sql`(count(*) filter (where ${told(ahead)}))::int`,
    untold: (ahead) => sql`(count(*) filter (where ${told(ahead)} and ${at('chances', ahead)} is null))::int`,
  };
  const sums = Object.entries(columns).map(
    ([name, of]) => sql`array[${sql.join(AHEAD.map(of))}] as ${sql.ref(name)}`,
  );
  const { rows } = await sql<WeekRow>`
    with seen as materialized (
      select f.aero_id, a.box_id, a.position, f.issued_at, f.basis, f.unavailable, ${today}::date - f.first_day as past, f.chances, f.hot,
        f.coldest, f.warmest, f.chances[f.peak] as largest, ${riskFrom} as risk
      ${visibleWeeks(viewer, query, today)}),
    -- The few at risk on any day: only these are ordered, day by day.
    risky as materialized (select * from seen where largest >= risk),
    sums as (select ${sql.join(sums)} from seen),
    days as (select ahead, ahead + 1 as n, (${today}::date + ahead)::text as day from generate_series(0, ${PEAK_DAYS - 1}::int) ahead)
    select d.day, issued[n] as issued_at, case when weather[n] then 'weather' else 'climate' end as basis, least[n] as temperature_min,
      most[n] as temperature_max, aeros[n] as aeros, (select count(*) from risky where chances[past + d.n] >= risk)::int as at_risk,
      untold[n] as unavailable, coalesce(worst.list, '[]') as worst
    from days d cross join sums
    left join lateral (
      select json_agg(json_build_object('aero', aero_id, 'box', box_id, 'serial_number', b.serial_number, 'position', position,
        'chance', chance, 'side', case when hot >> (past + d.ahead) & 1 = 1 then 'hot' else 'cold' end) order by chance desc, aero_id) as list
      from (select *, chances[past + d.ahead + 1] as chance from risky where chances[past + d.ahead + 1] >= risk
        order by chance desc, aero_id limit ${NAMED}) as first join boxes b on b.id = first.box_id) worst on true
    where aeros[n] > 0 order by d.day`.execute(db);
  return rows;
}

/** The current forecast with one row per AERO and its days in columns, for charts and sums over thousands. */
import { AT_RISK, LEADS } from '@aerowatch/domain/forecast/basis';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { among, visibleTo } from '../../../platform/database/scope.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { type Among, whereAmong } from '../store-standings.ts';

/** Puts the days of AEROs from `forecasts` into columns. Acts for the server itself. */
export async function gatherWeeks(db: Db | Trx, aeros: readonly number[]): Promise<void> {
  const ids = sql`${[...aeros]}::int[]`;
  await sql`delete from forecast_weeks where aero_id = any(${ids})`.execute(db);
  await sql`insert into forecast_weeks (aero_id, issued_at, basis, unavailable, first_day, chances, hot, coldest, warmest, peak)
    select o.aero_id, max(f.issued_at), case when bool_or(f.basis = 'weather') then 'weather' else 'climate' end, max(f.unavailable), o.first_day,
      array_agg(f.chance order by d), coalesce(sum(1 << d) filter (where f.margin_hot >= f.margin_cold), 0),
      array_agg(f.temperature_min order by d), array_agg(f.temperature_max order by d),
      (array_agg(d + 1 order by f.chance desc, d) filter (where f.chance is not null))[1]
    from (select aero_id, min(day) as first_day from forecasts where aero_id = any(${ids}) group by aero_id) o
      cross join generate_series(0, ${LEADS - 1}::int) d
      left join forecasts f on f.aero_id = o.aero_id and f.day = o.first_day + d
    group by o.aero_id, o.first_day`.execute(db);
}

/** Chance of a margin from which an AERO of a client (`c`, left joined) is at risk. */
export const riskFrom: RawBuilder<number> = sql<number>`(coalesce(c.forecast_threshold, ${AT_RISK * 100}::int)::float8 / 100)`;

/** Chance from which something is at risk for one of the clients that are asked about: of several, the lowest. */
export async function lowestRisk(db: Db, viewer: Viewer, { client }: Among): Promise<number> {
  const { rows } = await sql<{ risk: number | null }>`select min(c.forecast_threshold)::float8 / 100 as risk
    from clients c where ${visibleTo(viewer, 'c.id')} and ${among('c.id', client)}`.execute(db);
  return rows[0]?.risk ?? AT_RISK;
}

/** Weeks (`f`) of AEROs (`a`) of boxes (`b`) of clients (`c`) the viewer may see, of which a day from `today` on is told. */
export const visibleWeeks = (viewer: Viewer, query: Among, today: string): RawBuilder<unknown> =>
  sql`from forecast_weeks f join aeros a on a.id = f.aero_id join boxes b on b.id = a.box_id left join clients c on c.id = b.client_id
    where ${whereAmong(viewer, query)} and f.first_day >= ${today}::date - ${LEADS - 1}::int`;

/**
 * Index in the columns of a week (from 1) of the day this many after `today`; `first` is the week's first
 * day.
 */
export const placeOf = (first: RawBuilder<unknown>, today: string, ahead: number): RawBuilder<number> =>
  sql<number>`(${today}::date - ${first} + ${ahead + 1}::int)`;

/** The bits of `hot` with that of `today` as the lowest. */
export const hotFrom = (today: string): RawBuilder<number> =>
  sql<number>`case when first_day >= ${today}::date then hot << (first_day - ${today}::date) else hot >> (${today}::date - first_day) end`;

/**
 * The largest chance of each AERO from `today` on, its day and its side: `aero_id`, `chance`, `day`, `side`.
 * `from`: only those of weeks with a chance from this on, found by index.
 */
export const likeliestDays = (today: string, from?: number): RawBuilder<unknown> => {
  const past = sql`${today}::date - first_day`;
  const large = from === undefined ? sql`true` : sql`chances[peak] >= ${from}::float8`;
  return sql`(select aero_id, chances[place]::float8 as chance, (first_day + place - 1)::text as day,
      case when hot >> (place - 1) & 1 = 1 then 'hot' else 'cold' end as side
    from (select *, case when peak > ${past} then peak
        else (select n from unnest(chances) with ordinality as later (chance, n) where n > ${past} and chance is not null order by chance desc, n limit 1)::int
      end as place from forecast_weeks where peak is not null and ${large} and first_day >= ${today}::date - ${LEADS - 1}::int) told
    where place is not null)`;
};

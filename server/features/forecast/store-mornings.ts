import { MORNING_HOURS } from '@aerowatch/domain/forecast/mornings';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { among, visibleTo } from '../../platform/database/scope.ts';
import { type System, type Viewer, viewerOf } from '../../platform/viewer.ts';
import { likeliestDays, riskFrom, visibleWeeks } from './weeks/store-weeks.ts';

/** Users per pass. */
const AT_ONCE = 100;

/**
 * Takes users who chose this morning, by their local time, and have not been sent it, once there is a
 * forecast of AEROs they may see; marks them as sent.
 */
export async function claimMornings(trx: Trx, _viewer: System, now: Date): Promise<number[]> {
  const local = sql`(${now}::timestamptz at time zone u.time_zone)`;
  const { rows } = await sql<{ id: number }>`
    update users set week_ahead_told = due.today from (
      select u.id, ${local}::date as today from users u
      where u.is_active and u.week_ahead is not null
        and extract(hour from ${local}) >= ${MORNING_HOURS.from} and extract(hour from ${local}) < ${MORNING_HOURS.to}
        and u.week_ahead in ('daily', trim(to_char(${local}, 'day')))
        and u.week_ahead_told is distinct from ${local}::date
        and exists (select from forecasts f join aeros a on a.id = f.aero_id join boxes b on b.id = a.box_id
          where f.day > ${now}::date - 1 and (u.is_staff or u.is_superuser or b.client_id = u.client_id))
      order by u.id limit ${AT_ONCE} for update of u skip locked) due
    where users.id = due.id returning users.id`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * A user with their current rights; undefined when they may no longer sign in. Acts for the server itself.
 */
export async function readerOf(db: Db, id: number): Promise<Viewer | undefined> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .selectAll()
    .select(sql<number[]>`array(select group_id from user_groups where user_id = users.id)`.as('groups'))
    .executeTakeFirst();
  return row && viewerOf(row, null);
}

/** An AERO at risk within the week: its likeliest day, and its number of days at risk. */
export interface AtRisk {
  readonly aero: number;
  readonly box: number;
  readonly serial_number: string;
  readonly position: number;
  readonly line: string;
  readonly track: string;
  readonly pole: string;
  readonly kilometer_point: number | null;
  readonly day: string;
  readonly days: number;
  readonly chance: number;
  readonly side: 'hot' | 'cold';
}
export interface WeekFacts {
  /** Number of AEROs, and number without a forecast. */
  readonly aeros: number;
  readonly without: number;
  readonly at_risk: number;
  /** Chance from which an AERO is at risk: of several clients, the lowest; null where nothing is forecast. */
  readonly at_risk_from: number | null;
  readonly issued_at: Date | null;
  readonly basis: 'weather' | 'climate';
  /** Air temperature, °C. */
  readonly min: number | null;
  readonly max: number | null;
  /** Highest chance first. */
  readonly worst: readonly AtRisk[];
}

/**
 * The week from `today` on, of all AEROs that the viewer may see or of one client: how many there are, and
 * those at risk, up to `most`.
 */
export async function weekFacts(
  db: Db,
  viewer: Viewer,
  today: string,
  most: number,
  client?: number,
): Promise<WeekFacts> {
  const query = client === undefined ? {} : { client: [client] };
  const sums = await sql<Omit<WeekFacts, 'worst'>>`
    select count(*)::int as aeros, (count(*) filter (where d.chance is null))::int as without, (count(*) filter (where d.chance >= risk))::int as at_risk, min(risk) as at_risk_from,
      max(issued_at) as issued_at, case when bool_or(basis = 'weather') then 'weather' else 'climate' end as basis,
      min(d.min)::float8 as min, max(d.max)::float8 as max
    from (select f.*, ${riskFrom} as risk ${visibleWeeks(viewer, query, today)}) seen cross join lateral (
      select max(chance) as chance, min(least) as min, max(most) as max from unnest(chances, coldest, warmest) with ordinality as day (chance, least, most, n)
      where n > ${today}::date - first_day) d`.execute(db);
  const { rows: worst } = await sql<AtRisk>`
    select f.aero_id as aero, b.id as box, b.serial_number, a.position, coalesce(nullif(a.line, ''), b.line) as line, a.track_number as track, b.pole,
      b.kilometer_point::float8 as kilometer_point, f.day, (select count(*) from forecasts o where o.aero_id = f.aero_id and o.day >= ${today}::date
        and o.chance >= ${riskFrom})::int as days, f.chance, f.side
    from ${likeliestDays(today)} f join aeros a on a.id = f.aero_id join boxes b on b.id = a.box_id left join clients c on c.id = b.client_id
    where ${visibleTo(viewer, 'b.client_id')} and ${among('b.client_id', query.client)} and f.chance >= ${riskFrom} order by f.chance desc, f.aero_id limit ${most}`.execute(
    db,
  );
  return { ...sums.rows[0]!, worst };
}

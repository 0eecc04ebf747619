import type { Change } from '@aerowatch/domain/forecast/change';
import type { Standing } from '@aerowatch/domain/forecast/standing/standing';
import type { Unavailable } from '@aerowatch/domain/forecast/unavailable';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/db.ts';

/** An AERO to forecast now, with its data. */
export interface DueAero {
  readonly id: number;
  readonly client: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly model_type: number;
  readonly stroke_min_offset: number | null;
  readonly stroke_max_offset: number | null;
  readonly newest: Date;
  readonly standing: Standing | null;
  readonly unavailable: Unavailable | null;
  readonly first_day: string;
  readonly extremes: Buffer;
  readonly log_hours: number;
  readonly changed_on: string | null;
  readonly changed_by: Change['fault'] | null;
  readonly factors: Buffer | null;
  /** The last past issue for which forecasts were made. */
  readonly replayed_until: string | null;
}

/**
 * AEROs whose forecast is outdated: its day is over, its line is old, it or its box was changed, there is
 * newer weather for its point, or a new point. Each is found by an index (`due_at`, `forecast_changes`), so
 * that the cost does not grow with the fleet. Locked, so that two workers never take the same. Acts for the
 * server itself.
 */
export async function dueAeros(trx: Trx, limit: number): Promise<DueAero[]> {
  const ids = await claimDue(trx, limit);
  if (ids.length === 0) return [];
  // A statement of its own: it sees what was changed until the locks were taken.
  const { rows } = await sql<DueAero>`
    with told as (delete from forecast_changes where aero_id = any(${ids}::int[]))
    select s.aero_id as id, b.client_id as client, b.latitude, b.longitude, a.model_type, a.stroke_min_offset, a.stroke_max_offset,
      s.newest, s.standing, s.unavailable, s.first_day, s.extremes, s.log_hours, s.changed_on, s.changed_by, s.factors, s.replayed_until::text as replayed_until
    from aero_standings s join aeros a on a.id = s.aero_id join boxes b on b.id = a.box_id
    where s.aero_id = any(${ids}::int[]) order by s.aero_id`.execute(trx);
  return rows;
}

/** Ids of due AEROs, locked. */
async function claimDue(trx: Trx, limit: number): Promise<number[]> {
  const claim = sql`limit ${limit} for update of s skip locked`;
  const { rows } = await sql<{ id: number }>`
    with ended as (select s.aero_id from aero_standings s where s.due_at <= now() order by s.due_at ${claim}),
    changed as (select s.aero_id from aero_standings s where s.aero_id in (select aero_id from forecast_changes order by aero_id limit ${limit}) ${claim}),
    new_point as (select s.aero_id from aero_standings s
      where s.forecast_at < (select max(created_at) from weather_points where updated_at > '-infinity') order by s.forecast_at ${claim}),
    new_weather as (select near.aero_id from (select id, updated_at from weather_points
        where updated_at > (select min(forecast_at) from aero_standings)) p
      cross join lateral (select s.aero_id from aero_standings s
        where s.point_id = p.id and s.forecast_at < p.updated_at order by s.forecast_at ${claim}) near limit ${limit})
    select aero_id as id from (select aero_id from ended union select aero_id from changed union select aero_id from new_point
      union select aero_id from new_weather) due limit ${limit}`.execute(trx);
  return rows.map(({ id }) => id);
}

export interface OpenDay {
  readonly aero_id: number;
  readonly day: string;
  readonly leads: Buffer;
  /** Leads scored before another one arrived late, one bit each; null: none. */
  readonly scored_leads: number | null;
}
/** Days of AEROs with a forecast that is not scored yet. Acts for the server itself. */
export async function openDays(trx: Trx, aeros: readonly number[]): Promise<OpenDay[]> {
  const { rows } = await sql<OpenDay>`select aero_id, day, leads, scored_leads from forecast_days
    where aero_id = any(${[...aeros]}::int[]) and scored_at is null order by aero_id, day`.execute(trx);
  return rows;
}

/**
 * How many AEROs of each client have a place, and what their forecasts have learnt together; locks the
 * factors.
 */
export async function clientFactors(
  trx: Trx,
  clients: readonly number[],
): Promise<{ client: number; aeros: number; factors: Buffer | null }[]> {
  const ids = sql`${[...clients]}::int[]`;
  await sql`insert into forecast_factors (client_id, factors) select id, '' from clients where id = any(${ids}) order by id on conflict do nothing`.execute(
    trx,
  );
  await sql`select from forecast_factors where client_id = any(${ids}) order by client_id for update`.execute(
    trx,
  );
  // Under the lock, so that nobody else adds the same changes.
  await sql`with changes as (delete from forecast_factor_changes where client_id = any(${ids}) returning client_id, aeros)
    update forecast_factors f set aeros = f.aeros + c.aeros
    from (select client_id, sum(aeros)::integer as aeros from changes group by 1) c where c.client_id = f.client_id`.execute(
    trx,
  );
  const { rows } = await sql<{ client: number; aeros: number; factors: Buffer | null }>`
    select client_id as client, aeros, factors from forecast_factors where client_id = any(${ids}) order by client_id`.execute(
    trx,
  );
  return rows;
}

export async function keepClientFactors(trx: Trx, client: number, factors: Uint8Array): Promise<void> {
  await sql`update forecast_factors set factors = ${Buffer.from(factors)}::bytea where client_id = ${client}`.execute(
    trx,
  );
}

/** Records for each AERO its last forecast: when, for which day, from which point, with its own learning. */
export async function markForecast(
  trx: Trx,
  rows: readonly {
    id: number;
    today: string;
    point: number | null;
    factors: Uint8Array | null;
    replayed: string | null;
  }[],
): Promise<void> {
  await sql`update aero_standings s set forecast_at = clock_timestamp(), forecast_day = n.today, point_id = n.point, factors = n.factors, replayed_until = n.replayed
    from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ today }) => today)}::date[], ${rows.map(({ point }) => point)}::int[],
      ${rows.map(({ factors }) => factors && Buffer.from(factors))}::bytea[],
      ${rows.map(({ replayed }) => replayed)}::date[]) as n (id, today, point, factors, replayed) where s.aero_id = n.id`.execute(
    trx,
  );
}

import { DAY } from '@aerowatch/domain/durations';
import type { Jump } from '@aerowatch/domain/forecast/weather/jump';
import { NEAR_KM } from '@aerowatch/domain/forecast/weather/nearest';
import type { MeasuredHour, Night } from '@aerowatch/domain/forecast/weather/nights';
import type { Episode } from '@aerowatch/domain/forecast/weather/source-verdict';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { type JumpColumns, jumpIn } from './store-jumps.ts';
import { dateOf, type Point } from './store-weather.ts';

const dayOf = (date: string) => Date.parse(date) / DAY;

export type CheckedPoint = Point & { readonly jump: Jump | null };

/** Marks points with weather as checked now; returns those not checked for `seconds`. Acts for the server itself. */
export async function claimChecks(db: Db, seconds: number, limit: number): Promise<CheckedPoint[]> {
  const { rows } = await sql<Point & JumpColumns>`
    with due as (select id from weather_points where updated_at > '-infinity'
        and (checked_at is null or checked_at < now() - make_interval(secs => ${seconds}::float8))
      order by checked_at nulls first, id limit ${limit} for update skip locked)
    update weather_points p set checked_at = now() from due where p.id = due.id
    returning p.id, p.latitude, p.longitude, p.jump_at, p.jump_off, p.jump_size`.execute(db);
  return rows.map((row) => ({ ...row, jump: jumpIn(row) }));
}

const KM_A_DEGREE = 110;

/** The AEROs nearest to a point that still measure, within the distance for which its weather is used. */
export async function aerosNear(db: Db, { latitude, longitude }: Point, limit: number): Promise<number[]> {
  const north = NEAR_KM / KM_A_DEGREE;
  const east = north / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  const { rows } = await sql<{ id: number }>`
    select a.id from boxes b join aeros a on a.box_id = b.id join measure_latest l on l.aero_id = a.id
    where b.latitude between ${latitude - north}::float8 and ${latitude + north}::float8
      and b.longitude between ${longitude - east}::float8 and ${longitude + east}::float8
      and l.time > now() - interval '4 days'
    order by (b.latitude - ${latitude}::float8) ^ 2 + ((b.longitude - ${longitude}::float8) * cos(radians(${latitude}::float8))) ^ 2, a.id
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Hourly temperatures of an AERO since a time, ms. Acts for the server itself. */
export async function measuredHours(db: Db, aero: number, since: number): Promise<MeasuredHour[]> {
  const { rows } = await sql<{ time: Date; temperature: number }>`
    select date_bin('1 hour', time, timestamptz 'epoch') as time, avg(temperature)::float8 as temperature
    from measures_between(${aero}, ${new Date(since)}::timestamptz, now() + interval '1 hour') where temperature is not null group by 1 order by 1`.execute(
    db,
  );
  return rows.map(({ time, temperature }) => ({ time: time.getTime(), temperature }));
}

/** Nights of a point since a day (days since 1970). Acts for the server itself. */
export async function storedNights(db: Db, point: number, since: number): Promise<Night[]> {
  const { rows } = await sql<{ day: string; aero: number; off: number }>`
    select day::text, aero_id as aero, off::float8 as off from weather_nights where point_id = ${point} and day >= ${dateOf(since)}::date order by day`.execute(
    db,
  );
  return rows.map(({ day, aero, off }) => ({ day: dayOf(day), aero, off }));
}

export async function keepNights(trx: Trx, point: number, nights: readonly Night[]): Promise<void> {
  if (nights.length === 0) return;
  await sql`insert into weather_nights (point_id, day, aero_id, off)
    select ${point}::int, * from unnest(${nights.map(({ day }) => dateOf(day))}::date[], ${nights.map(({ aero }) => aero)}::int[], ${nights.map(({ off }) => off)}::real[])
    on conflict (point_id, day, aero_id) do update set off = excluded.off`.execute(trx);
}

/** Episodes of points, the oldest first. Acts for the server itself. */
export async function storedEpisodes(db: Db, points: readonly number[]): Promise<Map<number, Episode[]>> {
  const { rows } = await sql<{
    point: number;
    since: string;
    until: string | null;
    left_out: boolean;
    off: number;
  }>`
    select point_id as point, since::text, until::text, left_out, off::float8 as off from weather_episodes
    where point_id = any(${[...points]}::int[]) order by since, id`.execute(db);
  const byPoint = new Map<number, Episode[]>();
  for (const { point, since, until, left_out: isLeftOut, off } of rows) {
    const own = byPoint.get(point) ?? [];
    byPoint.set(point, own);
    own.push({ since: dayOf(since), until: until === null ? null : dayOf(until), isLeftOut, off });
  }
  return byPoint;
}

/** Stores the episode of a point that is open, or was until now. */
export async function keepEpisode(trx: Trx, point: number, episode: Episode): Promise<void> {
  const { since, until, isLeftOut, off } = episode;
  const ended = until === null ? null : dateOf(until);
  const { numUpdatedRows } = await trx
    .updateTable('weather_episodes')
    .set({ until: ended, left_out: isLeftOut, off })
    .where('point_id', '=', point)
    .where('until', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await trx
    .insertInto('weather_episodes')
    .values({ point_id: point, since: dateOf(since), until: ended, left_out: isLeftOut, off })
    .execute();
}

/**
 * Makes the forecasts of a point due: those made from it, and after an episode those that went elsewhere
 * meanwhile.
 */
export async function touchPoint(trx: Trx, point: number, isSoundAgain: boolean): Promise<void> {
  await sql`update weather_points set updated_at = clock_timestamp(),
    created_at = case when ${isSoundAgain} then clock_timestamp() else created_at end where id = ${point}`.execute(
    trx,
  );
}

export interface EpisodeRow {
  readonly latitude: number;
  readonly longitude: number;
  readonly since: string;
  readonly until: string | null;
  readonly left_out: boolean;
  readonly off: number;
}

/** Episodes that last or ended within some days, the newest first. Acts for the server itself. */
export async function recentEpisodes(db: Db, days: number): Promise<EpisodeRow[]> {
  const { rows } = await sql<EpisodeRow>`
    select p.latitude, p.longitude, e.since::text, e.until::text, e.left_out, e.off::float8 as off
    from weather_episodes e join weather_points p on p.id = e.point_id
    where e.until is null or e.until > current_date - ${days}::int order by e.until desc nulls first, e.since desc, e.id`.execute(
    db,
  );
  return rows;
}

/** Deletes nights and ended episodes too old to matter. Acts for the server itself. */
export async function dropOldEpisodes(db: Db, days: number): Promise<void> {
  await sql`delete from weather_nights where day < current_date - ${days}::int`.execute(db);
  await sql`delete from weather_episodes where until < current_date - ${days}::int`.execute(db);
}

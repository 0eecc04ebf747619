import { DAY } from '@aerowatch/domain/durations';
import { jumpOf, largerJump } from '@aerowatch/domain/forecast/weather/jump';
import { joinedDay, type WeatherDay } from '@aerowatch/domain/forecast/weather/weather-days';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { keepJump, storedJump } from './store-jumps.ts';

export const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
const dayOf = (date: string) => Date.parse(date) / DAY;

export interface Point {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** Every point with weather; `ahead`: also for future days, and not left out. Acts for the server itself. */
export async function weatherPoints(db: Db): Promise<(Point & { readonly ahead: boolean })[]> {
  const { rows } = await sql<Point & { ahead: boolean }>`
    select p.id, p.latitude, p.longitude, w.until > current_date
      and not exists (select from weather_episodes e where e.point_id = p.id and e.until is null and e.left_out) as ahead from weather_points p
      cross join lateral (select max(d.day) as until from weather_days d where d.point_id = p.id) w
    where w.until is not null order by p.id`.execute(db);
  return rows;
}

/** Places of the boxes, without duplicates. Acts for the server itself. */
export async function boxPlaces(db: Db): Promise<{ latitude: number; longitude: number }[]> {
  const { rows } = await sql<{ latitude: number; longitude: number }>`
    select distinct latitude, longitude from boxes where latitude is not null and longitude is not null`.execute(
    db,
  );
  return rows;
}

/** Stores days of a point, creating it if new: for each hour the latest issue. Acts for the server itself. */
export async function keepWeather(
  trx: Trx,
  point: { readonly latitude: number; readonly longitude: number; readonly source: string },
  days: readonly WeatherDay[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into weather_points (latitude, longitude, source)
    values (${point.latitude}, ${point.longitude}, ${point.source})
    on conflict (latitude, longitude) do update set updated_at = clock_timestamp(), source = excluded.source,
      created_at = case when weather_points.updated_at = '-infinity' then clock_timestamp() else weather_points.created_at end returning id`.execute(
    trx,
  );
  const id = rows[0]!.id;
  const known = await weatherDays(trx, [id], Math.min(...days.map(({ day }) => day)));
  const before = new Map((known.get(id) ?? []).map((one) => [one.day, one]));
  const remembered = await storedJump(trx, id);
  const jump = largerJump(remembered, jumpOf([...before.values()], days));
  if (jump !== null && jump !== remembered) await keepJump(trx, id, jump);
  const joined = days.map((day) => joinedDay(before.get(day.day), day));
  await sql`insert into weather_days (point_id, day, issued_at, hours)
    select ${id}::int, * from unnest(${joined.map(({ day }) => dateOf(day))}::date[],
      ${joined.map(({ issuedAt }) => new Date(issuedAt).toISOString())}::timestamptz[], ${joined.map(({ hours }) => Buffer.from(hours))}::bytea[])
    on conflict (point_id, day) do update set issued_at = excluded.issued_at, hours = excluded.hours`.execute(
    trx,
  );
  return id;
}

/** Days of points from a day on (days since 1970), by point. Acts for the server itself. */
export async function weatherDays(
  db: Db,
  points: readonly number[],
  from: number,
): Promise<Map<number, WeatherDay[]>> {
  const { rows } = await sql<{ point_id: number; day: string; issued_at: Date; hours: Buffer }>`
    select point_id, day, issued_at, hours from weather_days where point_id = any(${[...points]}::int[]) and day >= ${dateOf(from)}::date order by day`.execute(
    db,
  );
  const days = new Map<number, WeatherDay[]>();
  for (const { point_id, day, issued_at, hours } of rows) {
    const one = { day: dayOf(day), issuedAt: issued_at.getTime(), hours };
    const list = days.get(point_id);
    if (list) list.push(one);
    else days.set(point_id, [one]);
  }
  return days;
}

export interface Receipt {
  readonly source: 'folder' | 'api' | 'service';
  readonly name: string;
  readonly issuedAt: number | null;
  readonly points: number;
  readonly hours: number;
  readonly problems: readonly string[];
}

/** Number of receipts that are kept. */
const RECEIPTS = 200;

/** Records a delivery, received or refused. Acts for the server itself. */
export async function noteReceipt(db: Db, receipt: Receipt): Promise<void> {
  const { source, name, issuedAt, points, hours, problems } = receipt;
  await sql`insert into weather_receipts (source, name, issued_at, points, hours, problems)
    values (${source}, ${name.slice(0, 200)}, ${issuedAt === null ? null : new Date(issuedAt)}::timestamptz, ${points}, ${hours}, ${[...problems]}::text[])`.execute(
    db,
  );
  await sql`delete from weather_receipts where id <= (select max(id) from weather_receipts) - ${RECEIPTS}`.execute(
    db,
  );
}

export interface WeatherState {
  /** Points with data for future days. */
  readonly points: number;
  readonly issued_at: Date | null;
  readonly until: string | null;
  readonly boxes_without: number;
}

/** The state of the weather data. Acts for the server itself: it contains no client's data. */
export async function weatherState(db: Db): Promise<WeatherState> {
  const { rows } = await sql<WeatherState>`select count(distinct point_id)::int as points,
      max(issued_at) as issued_at, max(day) as until,
      (select count(*)::int from boxes where latitude is null or longitude is null) as boxes_without
    from weather_days where day >= current_date`.execute(db);
  return rows[0]!;
}

export interface ReceiptRow {
  readonly received_at: Date;
  readonly source: Receipt['source'];
  readonly name: string;
  readonly issued_at: Date | null;
  readonly points: number;
  readonly hours: number;
  readonly problems: string[];
}
/** The latest receipts, newest first. Acts for the server itself: for administrators. */
export async function lastReceipts(db: Db, limit: number): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`select received_at, source, name, issued_at, points, hours, problems
    from weather_receipts order by id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Marks points as requested now, and creates new ones; returns those last requested more than `seconds` ago;
 * `first`: nothing was ever received for it.
 */
export async function claimCalls(
  db: Db,
  places: readonly { readonly latitude: number; readonly longitude: number }[],
  seconds: number,
  limit: number,
): Promise<{ id: number; latitude: number; longitude: number; first: boolean }[]> {
  const wanted = sql`select distinct * from unnest(${places.map((one) => one.latitude)}::float8[], ${places.map((one) => one.longitude)}::float8[]) as w (latitude, longitude)`;
  await sql`insert into weather_points (latitude, longitude, source, updated_at) select latitude, longitude, 'service', '-infinity' from (${wanted}) w
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: number; latitude: number; longitude: number; first: boolean }>`
    with due as (select p.id, (p.called_at is null or not exists (select from weather_days d where d.point_id = p.id)) as first from weather_points p join (${wanted}) w using (latitude, longitude)
      where p.called_at is null or p.called_at < now() - make_interval(secs => ${seconds}::float8) order by p.called_at nulls first, p.id limit ${limit}
      for update of p skip locked)
    update weather_points p set called_at = now() from due where p.id = due.id
    returning p.id, p.latitude, p.longitude, due.first`.execute(db);
  return rows;
}

/** Makes points due this many seconds sooner. Acts for the server itself. */
export async function callSooner(db: Db, points: readonly number[], seconds: number): Promise<void> {
  await sql`update weather_points set called_at = called_at - make_interval(secs => ${seconds}::float8) where id = any(${[...points]}::int[])`.execute(
    db,
  );
}

/** Deletes weather too old to learn from. Acts for the server itself. */
export async function dropOldWeather(db: Db, days: number): Promise<void> {
  await sql`delete from weather_days where day < current_date - ${days}::int`.execute(db);
  await sql`delete from weather_issues where day < current_date - ${days}::int`.execute(db);
}

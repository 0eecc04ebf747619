import { DAY } from '@aerowatch/domain/durations';
import type { PastIssue } from '@aerowatch/domain/forecast/weather/weather-days';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { dateOf } from './store-weather.ts';

/** Stores past issues of a point; the first of a day stays. Acts for the server itself. */
export async function keepIssues(trx: Trx, point: number, issues: readonly PastIssue[]): Promise<void> {
  if (issues.length === 0) return;
  await sql`insert into weather_issues (point_id, day, issued_at, hours)
    select ${point}::int, * from unnest(${issues.map(({ day }) => dateOf(day))}::date[],
      ${issues.map(({ issuedAt }) => new Date(issuedAt).toISOString())}::timestamptz[], ${issues.map(({ hours }) => Buffer.from(hours))}::bytea[])
    on conflict do nothing`.execute(trx);
}

/**
 * Past issues of points after a day (days since 1970), by day and point; none of days whose weather is left out.
 * Acts for the server itself.
 */
export async function issuesAfter(
  db: Db,
  points: readonly number[],
  after: number,
): Promise<Map<number, Map<number, PastIssue>>> {
  const { rows } = await sql<{ point_id: number; day: string; issued_at: Date; hours: Buffer }>`
    select point_id, day, issued_at, hours from weather_issues
    where point_id = any(${[...points]}::int[]) and day > ${dateOf(after)}::date
      and not exists (select from weather_episodes e where e.point_id = weather_issues.point_id and e.left_out
        and weather_issues.day >= e.since and weather_issues.day < coalesce(e.until, 'infinity')) order by day`.execute(
    db,
  );
  const byDay = new Map<number, Map<number, PastIssue>>();
  for (const { point_id, day, issued_at, hours } of rows) {
    const number = Date.parse(day) / DAY;
    const own = byDay.get(number) ?? new Map<number, PastIssue>();
    byDay.set(number, own);
    own.set(point_id, { day: number, issuedAt: issued_at.getTime(), hours });
  }
  return byDay;
}

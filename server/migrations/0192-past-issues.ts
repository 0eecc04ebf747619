import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- What was told of a point on past days, whole: forecasts of days that are over are made from it as they would have been.
create table weather_issues (point_id integer not null references weather_points on delete cascade, day date not null, issued_at timestamptz not null,
  hours bytea not null, primary key (point_id, day));
comment on column weather_issues.hours is 'From the day of issue on (UTC), 24 x (int16 hundredths of a degree C, int16 W/m2) a day; -32768: not told';
alter table aero_standings add column replayed_until date;
comment on column aero_standings.replayed_until is 'The last past issue that forecasts were made of';`;

/** Past weather forecasts, for scoring the forecasts of an AERO that they would have given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

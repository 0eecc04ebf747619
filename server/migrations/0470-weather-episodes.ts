import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- The weather of a point compared with the AEROs near it, a night each (days of its own evening).
create table weather_nights (point_id integer not null references weather_points on delete cascade, day date not null,
  aero_id integer not null references aeros on delete cascade, off real not null, primary key (point_id, day, aero_id));
comment on column weather_nights.off is 'Weather minus device at night, degrees C';
-- Times in which the weather of a point was not that of its place.
create table weather_episodes (id serial primary key, point_id integer not null references weather_points on delete cascade,
  since date not null, until date, left_out boolean not null, off real not null, said_at timestamptz not null default now());
create unique index weather_episodes_open on weather_episodes (point_id) where until is null;
create index weather_episodes_point on weather_episodes (point_id);
alter table weather_points add column checked_at timestamptz, add column jump_at timestamptz, add column jump_off real, add column jump_size real;
comment on column weather_points.jump_off is 'The largest jump of the last days from an issue to the next, mean over the same hours, degrees C';`;

/** Weather that does not fit what boxes measure is noticed, and left out of forecasts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

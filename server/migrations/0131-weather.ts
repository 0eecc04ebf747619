import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Points at which somebody tells the weather, and their hours by UTC day: the newest that was told of each.
create table weather_points (id serial primary key, latitude double precision not null, longitude double precision not null,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(), called_at timestamptz, source text not null,
  unique (latitude, longitude));
comment on column weather_points.called_at is 'When the service was last asked for it';
create table weather_days (point_id integer not null references weather_points on delete cascade, day date not null, issued_at timestamptz not null,
  hours bytea not null, primary key (point_id, day));
comment on column weather_days.hours is '24 x (int16 hundredths of a degree C, int16 W/m2); -32768: not told';
-- What came in, and what was refused for which reason.
create table weather_receipts (id serial primary key, received_at timestamptz not null default now(), source text not null, name text not null,
  issued_at timestamptz, points integer not null default 0, hours integer not null default 0, problems text[] not null default '{}');

-- Where a forecast stands: what it was last made from, and what the AERO has taught.
alter table aero_standings add column foretold_at timestamptz, add column foretold_day date, add column point_id integer references weather_points on delete set null,
  add column factors bytea;
comment on column aero_standings.factors is 'Own factors of its intervals (domain/forecast/learning/conformal), 28 x float32';
create table forecast_factors (client_id integer primary key references clients on delete cascade, factors bytea not null);
create index forecast_days_open on forecast_days (aero_id) where scored_at is null;`;

/** Weather data, and what forecasts have learnt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Where each AERO stands by the temperature: its own line with its uncertainty, and the extremes of its days.
create table aero_standings (aero_id integer primary key references aeros on delete cascade, computed_at timestamptz not null default now(),
  newest timestamptz not null, standing jsonb, unavailable text, first_day date not null, extremes bytea not null, log_hours integer not null);
comment on column aero_standings.standing is 'Line through its last weeks (domain/forecast/standing/standing); null when there is none, for the reason in unavailable';
comment on column aero_standings.extremes is 'Lowest and highest stroke and temperature of each day from first_day on, 4 x int16 in sixteenths';
comment on column aero_standings.log_hours is 'Hours of the UTC day in which it measures, a bit each';

-- The forecast in force, a row for each AERO and day.
create table forecasts (aero_id integer not null references aeros on delete cascade, day date not null, issued_at timestamptz not null,
  lead smallint not null, basis text not null, unavailable text, temperature_min real, temperature_max real,
  low_p05 real, low_p50 real, low_p95 real, high_p05 real, high_p50 real, high_p95 real,
  margin_hot real, margin_cold real, stop_hot real, stop_cold real, chance real, primary key (aero_id, day));
comment on column forecasts.chance is 'The larger of margin_hot and margin_cold; null where the travel is not known';
create index forecasts_chance on forecasts (chance desc nulls last, aero_id, day);

-- What was foretold of a day, by lead, until a month has passed; then the same of a month in one row.
create table forecast_days (aero_id integer not null references aeros on delete cascade, day date not null, leads bytea not null,
  low real, high real, scored_at timestamptz, primary key (aero_id, day));
create index forecast_days_day on forecast_days (day);
create table forecast_months (aero_id integer not null references aeros on delete cascade, month date not null, packed bytea not null,
  primary key (aero_id, month));

-- How good the forecasts were: sums by the day they were for.
create table forecast_scores (client_id integer not null references clients on delete cascade, day date not null, basis text not null, lead smallint not null,
  n integer not null, inside integer not null, width double precision not null, judged integer not null, brier double precision not null,
  reference double precision not null, bin_n integer[] not null, bin_chance double precision[] not null, bin_hits integer[] not null,
  primary key (client_id, day, basis, lead));
-- Those diagnosed before are looked at again, so that each stands somewhere within the hour.
insert into diagnostics_asked (aero_id) select aero_id from diagnostics on conflict do nothing;
comment on column forecast_scores.n is 'Extremes of days: two for each AERO and day';
comment on column forecast_scores.judged is 'Chances of a margin that were compared with what happened';`;

/** Data for the forecasts of each AERO, the forecasts, the actual values, and the scores. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

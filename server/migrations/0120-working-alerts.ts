import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- What people do with an alert, beside seeing it.
alter table alerts add column severity text not null default 'medium', add column assignee_id integer references users on delete set null,
  add column mechanism text, add column cause text, add column flapping boolean not null default false,
  add column silenced boolean not null default false, add column silenced_until timestamptz, add column silence_id integer,
  add column also jsonb not null default '[]', add column finding jsonb;
update alerts set severity = 'high' where condition->'actions' @> '[{"type": "sami", "level": "unsatisfactory"}]';
create index alerts_assignee on alerts (assignee_id) where seen_at is null and assignee_id is not null;
create index alerts_silenced on alerts (silenced_until) where silenced;
create index alerts_high_open on alerts (id) where seen_at is null and severity = 'high';
create table alert_comments (id integer primary key generated always as identity, alert_id integer not null references alerts on delete cascade,
  at timestamptz not null default now(), user_id integer references users on delete set null, user_name text not null, text text not null);
create index alert_comments_alert on alert_comments (alert_id);
-- How an episode went: turns of its state in event time, acts of people in the server's.
create table alert_events (id bigint primary key generated always as identity, alert_id integer not null references alerts on delete cascade,
  at timestamptz not null, type text not null, user_id integer references users on delete set null, user_name text, detail jsonb);
create index alert_events_alert on alert_events (alert_id);

-- Why somebody is told: an alert may be told again, as over, or to the one it was given to.
alter table notifications add column kind text not null default 'alert';
alter table notifications drop constraint notifications_user_id_channel_alert_id_occurrence_key;
create unique index notifications_once on notifications (user_id, channel, alert_id, occurrence, kind);
alter table users add column notify_over boolean not null default false, add column repeat_after integer,
  add column quiet_from text, add column quiet_to text;
alter table supervisors add column joined boolean not null default false;

-- Times in which nobody is told. A silence that recurs is written out as its windows.
create table silences (id integer primary key generated always as identity, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  client_id integer not null references clients on delete cascade, scope text not null, tag_id integer references tags on delete cascade,
  line text, from_km double precision, to_km double precision, starts_at timestamptz not null, ends_at timestamptz not null,
  rrule text, time_zone text not null, reason text not null, user_id integer references users on delete set null, ended_at timestamptz);
create index silences_client on silences (client_id, ends_at);
create index silences_tag on silences (tag_id) where tag_id is not null;
create table silence_boxes (silence_id integer not null references silences on delete cascade, box_id integer not null references boxes on delete cascade, primary key (silence_id, box_id));
create index silence_boxes_box on silence_boxes (box_id);
create table silence_windows (silence_id integer not null references silences on delete cascade, client_id integer not null, starts_at timestamptz not null, ends_at timestamptz not null, primary key (silence_id, starts_at));
create index silence_windows_time on silence_windows (client_id, ends_at);

-- What conditions are judged by that no measure tells.
create table diagnosis_due (aero_id integer primary key references aeros on delete cascade, at timestamptz not null default clock_timestamp());
-- Grades of the findings of each day, so that a rehearsal can judge them as they were.
create table diagnosis_days (aero_id integer not null references aeros on delete cascade, at timestamptz not null, grades jsonb not null, stop_margin real, primary key (aero_id, at));
-- How far each AERO has been judged by its diagnoses.
create table diagnosis_judging (aero_id integer primary key references aeros on delete cascade, judged_until timestamptz not null);
-- The line that residuals are read from: of a day, from the 60 days before it. Null where there is none.
create table stroke_lines (aero_id integer not null references aeros on delete cascade, day date not null, a double precision, b double precision, computed_at timestamptz not null default clock_timestamp(), primary key (aero_id, day));
-- Since when boxes have been heard without a break, and when that was last so.
create table listening (id boolean primary key default true check (id), since timestamptz not null, at timestamptz not null);
`;

/** Alerts that people work on, silences, and the data for conditions beyond measures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

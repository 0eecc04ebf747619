import { type Kysely, sql } from 'kysely';

/** The six measured values, as columns. */
const VALUES =
  'temperature real, pressure real, stroke real, battery_voltage real, solar_voltage real, charge_current real';
/** Count, extremes and sum of each metric in one rollup row. */
const ROLLUP = ['temperature', 'pressure', 'stroke', 'battery_voltage', 'solar_voltage', 'charge_current']
  .map(
    (metric) =>
      `${metric}_n integer not null, ${metric}_min real, ${metric}_max real, ${metric}_sum double precision`,
  )
  .join(', ');
const ID = 'id integer generated always as identity primary key';
const STAMPS = 'created_at timestamptz not null default now(), updated_at timestamptz not null default now()';

const STATEMENTS = `
create table clients (${ID}, ${STAMPS}, name text not null);
create unique index clients_name on clients (lower(name));

create table groups (id integer primary key, name text not null unique);
insert into groups values (1, 'Manager'), (2, 'Operator');

create table users (${ID}, ${STAMPS},
  email text not null, first_name text not null, last_name text not null, password_hash text not null, phone text,
  language text not null default 'en', avatar text, is_staff boolean not null default false, is_superuser boolean not null default false,
  client_id integer references clients, is_active boolean not null default true, unit_system text not null default 'metric', theme text not null default 'light',
  time_zone text not null default 'Europe/Paris', notify_email boolean not null default false, notify_sms boolean not null default false, last_login timestamptz);
create unique index users_email on users (lower(email));
create index users_client on users (client_id);
create table user_groups (user_id integer not null references users on delete cascade, group_id integer not null references groups, primary key (user_id, group_id));
create table tokens (${ID}, hash bytea not null unique, user_id integer not null references users on delete cascade, created_at timestamptz not null default now(), expires_at timestamptz not null);
create index tokens_user on tokens (user_id);
create index tokens_expiry on tokens (expires_at);
create table password_resets (${ID}, user_id integer not null references users on delete cascade, hash bytea not null unique, created_at timestamptz not null default now(), expires_at timestamptz not null, used_at timestamptz);
create table throttle_hits (id bigint generated always as identity primary key, scope text not null, subject text not null, at timestamptz not null default now());
create index throttle_hits_subject on throttle_hits (scope, subject, at);
create table api_keys (${ID}, ${STAMPS}, name text not null, client_id integer not null references clients on delete cascade, prefix text not null, hash bytea not null unique, last_used_at timestamptz, revoked_at timestamptz);

create table firmwares (${ID}, ${STAMPS}, version text not null, description text not null default '', client_id integer references clients on delete cascade,
  size bigint not null, sha256 text not null, signature text not null, minimum_hardware text, file text not null);
create unique index firmwares_version on firmwares (client_id, version) nulls not distinct;

create table boxes (${ID}, ${STAMPS},
  serial_number text not null unique, name text not null default '', latitude double precision, longitude double precision, client_id integer references clients,
  installation_date date, comment text not null default '', line text not null default '', kilometer_point double precision, pole text not null default '', iccid text not null default '',
  secret_hash bytea, last_send timestamptz, last_contact timestamptz,
  desired jsonb not null, desired_version integer not null default 0, desired_at timestamptz not null default now(), desired_fields_at jsonb not null default '{}',
  reported jsonb, reported_version integer, reported_at timestamptz, refused jsonb not null default '{}', hardware_version text,
  refresh_id text, refresh_state text, refresh_asked_at timestamptz, refresh_detail text);
create index boxes_client on boxes (client_id);
create index boxes_last_send on boxes (last_send);
create index boxes_firmware on boxes ((reported->>'firmware_version'));
create table box_configurations (box_id integer not null references boxes on delete cascade, version integer not null, desired jsonb not null, user_id integer references users on delete set null, at timestamptz not null default now(), primary key (box_id, version));
create table box_ledgers (box_id integer primary key references boxes on delete cascade, messages bigint not null default 0, received bigint not null default 0, stored bigint not null default 0, duplicates bigint not null default 0, set_aside bigint not null default 0, conflicts bigint not null default 0, nulled bigint not null default 0);
create table box_day_counts (day date not null, box_id integer not null references boxes on delete cascade, count bigint not null, primary key (box_id, day));
create index box_day_counts_day on box_day_counts (day);

create table tags (${ID}, ${STAMPS}, name text not null, color text not null, client_id integer not null references clients on delete cascade);
create unique index tags_name on tags (client_id, lower(name));
create table box_tags (box_id integer not null references boxes on delete cascade, tag_id integer not null references tags on delete cascade, primary key (box_id, tag_id));
create index box_tags_tag on box_tags (tag_id);

create table aeros (${ID}, ${STAMPS}, box_id integer not null references boxes on delete cascade, position smallint not null check (position in (1, 2)),
  serial_number text not null default '', model_type smallint not null default 0, line text not null default '', track_number text not null default '', conductor_type text,
  mechanical_tension real, regularized_length real, expansion_coefficient double precision,
  stroke_min real, stroke_max real, pressure_min real, pressure_max real, temperature_min real, temperature_max real, battery_min real, stroke_min_offset real, stroke_max_offset real,
  sami text not null default 'satisfactory', sami_since timestamptz, unique (box_id, position));
create index aeros_sami on aeros (sami) where sami <> 'satisfactory';

-- Measures: a row each. Every unique key holds aero_id, so that the table can be distributed by it.
create table measures (time timestamptz not null, received_at timestamptz not null, aero_id integer not null, ${VALUES}, primary key (aero_id, time));
create table measure_latest (aero_id integer primary key, time timestamptz not null, received_at timestamptz not null, ${VALUES});
create table measure_days (aero_id integer not null, day date not null, count integer not null, ${ROLLUP}, primary key (aero_id, day));
create table measure_quarters (aero_id integer not null, time timestamptz not null, count integer not null, ${ROLLUP}, primary key (aero_id, time));
comment on table measure_quarters is 'Rollup of six hours, aligned to UTC';
-- Days whose rollups are older than their rows. Appended in the ingest transaction, removed by the worker that recomputes them.
create table measure_dirty_days (aero_id integer not null, day date not null, marked bigint generated always as identity, primary key (aero_id, day, marked));
create table set_aside (${ID}, box_id integer references boxes on delete cascade, client_id integer, serial_number text not null, topic text not null, payload bytea not null, reason text not null, detail text, received_at timestamptz not null default now(), replayed_at timestamptz);
create index set_aside_box on set_aside (box_id, received_at);

create table supervisors (${ID}, ${STAMPS}, name text not null, client_id integer not null references clients, enabled boolean not null default true);
create index supervisors_client on supervisors (client_id);
create table supervisor_aeros (supervisor_id integer not null references supervisors on delete cascade, aero_id integer not null references aeros on delete cascade, started_at timestamptz not null default now(), primary key (supervisor_id, aero_id));
create index supervisor_aeros_aero on supervisor_aeros (aero_id);
create table conditions (${ID}, supervisor_id integer not null references supervisors on delete cascade, position smallint not null, definition jsonb not null, started_at timestamptz not null default now());
create index conditions_supervisor on conditions (supervisor_id);
-- Append-only: from which time an AERO has datapoints to be judged. Removed by the worker that judged them.
create table aero_due (id bigint generated always as identity primary key, aero_id integer not null, from_time timestamptz not null, created_at timestamptz not null default now());
create index aero_due_aero on aero_due (aero_id);
create table aero_judging (aero_id integer primary key references aeros on delete cascade, judged_until timestamptz not null);
create table alerts (${ID}, ${STAMPS}, supervisor_id integer references supervisors on delete set null, supervisor_name text not null, condition_id integer not null, condition jsonb not null,
  aero_id integer not null references aeros on delete cascade, box_id integer not null references boxes on delete cascade, client_id integer not null references clients,
  opened_at timestamptz not null, value double precision not null, last_value double precision not null, last_at timestamptz not null, occurrences integer not null default 1, cleared_at timestamptz, late boolean not null default false,
  seen_at timestamptz, seen_by integer references users on delete set null, comment text not null default '');
create index alerts_open on alerts (client_id, opened_at desc, id desc) where seen_at is null;
create index alerts_archived on alerts (client_id, opened_at desc, id desc) where seen_at is not null;
create index alerts_aero on alerts (aero_id, opened_at);
create index alerts_box_open on alerts (box_id) where seen_at is null;
create index alerts_condition on alerts (condition_id, aero_id) where seen_at is null;
create table episodes (condition_id integer not null references conditions on delete cascade, aero_id integer not null references aeros on delete cascade, state jsonb not null, alert_id integer references alerts on delete set null, primary key (condition_id, aero_id));
create table sami_history (${ID}, aero_id integer not null references aeros on delete cascade, from_level text not null, to_level text not null, at timestamptz not null, created_at timestamptz not null default now(),
  user_id integer references users on delete set null, supervisor_id integer references supervisors on delete set null, supervisor_name text, alert_id integer references alerts on delete set null, reason text not null default '');
create index sami_history_aero on sami_history (aero_id, id);

-- The outbox. A row per (user, channel, alert), gathered into one message by the worker (message_id).
create table messages (${ID}, ${STAMPS}, client_id integer, user_id integer references users on delete cascade, channel text not null, kind text not null, recipient text not null, subject text not null default '', payload jsonb not null default '{}',
  state text not null default 'queued', attempts integer not null default 0, last_error text, next_attempt_at timestamptz not null default now(), first_attempt_at timestamptz, sent_at timestamptz, provider_id text);
create index messages_due on messages (next_attempt_at) where state = 'queued';
create table notifications (${ID}, created_at timestamptz not null default now(), user_id integer not null references users on delete cascade, channel text not null, alert_id integer not null references alerts on delete cascade, occurrence integer not null default 1, message_id integer references messages on delete set null, unique (user_id, channel, alert_id, occurrence));
create index notifications_waiting on notifications (user_id, channel, created_at) where message_id is null;

create table rollouts (${ID}, ${STAMPS}, firmware_id integer not null references firmwares, client_id integer references clients on delete cascade, state text not null default 'running', detail text, started_by integer references users on delete set null,
  wave integer not null default 1, waves integer not null default 1, manual boolean not null default false, at_once integer not null default 50, stop_percent real not null default 5);
create table rollout_boxes (rollout_id integer not null references rollouts on delete cascade, box_id integer not null references boxes on delete cascade, wave integer not null, state text not null default 'queued', progress real not null default 0, detail text,
  token_hash bytea, token_expires_at timestamptz, offered_at timestamptz, updated_at timestamptz not null default now(), primary key (rollout_id, box_id));
create index rollout_boxes_box on rollout_boxes (box_id) where state not in ('installed', 'failed', 'cancelled');
create unique index rollout_boxes_token on rollout_boxes (token_hash);
-- What waits to be sent to a connected box; the truth is in the tables above, a row here is only a nudge.
create table downlinks (id bigint generated always as identity primary key, box_id integer not null references boxes on delete cascade, kind text not null, created_at timestamptz not null default now(), unique (box_id, kind));
create table commands (id text primary key, box_id integer not null references boxes on delete cascade, command text not null, state text not null default 'asked', detail text, user_id integer references users on delete set null, created_at timestamptz not null default now(), answered_at timestamptz);
create index commands_box on commands (box_id) where answered_at is null;

create table audit (id bigint generated always as identity primary key, at timestamptz not null default now(), user_id integer, user_name text not null, client_id integer, action text not null, entity text not null, entity_id integer, entity_name text not null default '', changes jsonb not null default '{}', address text);
create index audit_client on audit (client_id, at desc);
create index audit_entity on audit (entity, entity_id);
create function audit_is_append_only() returns trigger language plpgsql as $$ begin raise exception 'the audit log is append-only'; end $$;
create trigger audit_no_change before delete on audit for each row execute function audit_is_append_only();
create table change_events (id bigint generated always as identity primary key, at timestamptz not null default now(), client_id integer, user_id integer, entity text not null, type text not null, entity_id integer not null);
create index change_events_at on change_events (at);
create table jobs (${ID}, ${STAMPS}, kind text not null, user_id integer not null references users on delete cascade, client_id integer, state text not null default 'queued', progress real not null default 0, total bigint, detail text, params jsonb not null, file text, result jsonb, cancel_asked boolean not null default false, heartbeat_at timestamptz);
create index jobs_due on jobs (created_at) where state in ('queued', 'running');
create table idempotency_keys (user_key text not null, key text not null, method_path text not null, body_hash bytea not null, status integer, response jsonb, created_at timestamptz not null default now(), primary key (user_key, key));
create table notes (${ID}, ${STAMPS}, box_id integer not null references boxes on delete cascade, aero_id integer references aeros on delete cascade, at timestamptz not null, text text not null, kind text not null default 'note', user_id integer references users on delete set null);
create index notes_box on notes (box_id, at);
create table saved_views (${ID}, ${STAMPS}, user_id integer not null references users on delete cascade, name text not null, query text not null);
create table diagnostics (aero_id integer primary key references aeros on delete cascade, day date not null, verdict text not null, findings jsonb not null, computed_at timestamptz not null default now());
create table settings (key text primary key, value jsonb not null);
`;

/** Everything the console keeps, as one first version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

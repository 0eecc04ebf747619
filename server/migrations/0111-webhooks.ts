import { type Kysely, sql } from 'kysely';

const ID = 'id integer generated always as identity primary key';
const STATEMENTS = `
create table webhooks (${ID}, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  client_id integer not null references clients on delete cascade, url text not null, description text not null default '', events text[] not null,
  language text not null, enabled boolean not null default true, secret text not null, previous_secret text, previous_until timestamptz,
  created_by integer references users on delete set null, failures integer not null default 0, failing_since timestamptz, paused_until timestamptz,
  last_success_at timestamptz, last_error text, disabled_at timestamptz);
create index webhooks_client on webhooks (client_id);
create table webhook_events (id bigint generated always as identity primary key, event_id uuid not null default gen_random_uuid() unique, at timestamptz not null default clock_timestamp(),
  client_id integer not null references clients on delete cascade, type text not null, resource_id integer not null);
create index webhook_events_client on webhook_events (client_id, at);
create index webhook_events_at on webhook_events (at);
create table webhook_deliveries (${ID}, webhook_id integer not null references webhooks on delete cascade, event_id bigint not null references webhook_events on delete cascade,
  resource text not null, state text not null default 'queued', body text, attempts integer not null default 0, unreachable boolean not null default false,
  next_attempt_at timestamptz not null default now(), first_attempt_at timestamptz, delivered_at timestamptz, last_status integer, last_error text,
  unique (webhook_id, event_id));
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at, id) where state = 'queued';
create index webhook_deliveries_resource on webhook_deliveries (webhook_id, resource, event_id) where state = 'queued';
create index webhook_deliveries_bodies on webhook_deliveries (id) where body is null;
create index webhook_deliveries_event on webhook_deliveries (event_id);
create table webhook_attempts (${ID}, delivery_id integer not null references webhook_deliveries on delete cascade, at timestamptz not null default clock_timestamp(),
  duration_ms integer not null, status integer, error text, answer text not null default '');
create index webhook_attempts_delivery on webhook_attempts (delivery_id);
create table box_silences (box_id integer primary key references boxes on delete cascade, since timestamptz not null);
insert into box_silences (box_id, since) select id, last_send + interval '7 days' from boxes where last_send < now() - interval '7 days';`;

/**
 * Events for other systems, each delivery with its attempts; boxes that are already silent are not reported.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

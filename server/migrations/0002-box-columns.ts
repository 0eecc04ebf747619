import { type Kysely, sql } from 'kysely';

/**
 * What lists, the map and the dashboard ask of every box, as plain columns: reading it from the
 * documents of 100,000 boxes would cost their decompression.
 */
const STATEMENTS = `
alter table boxes
  add column upload_time integer not null generated always as (coalesce((reported->>'upload_time')::integer, (desired->>'upload_time')::integer, 60)) stored,
  add column firmware_version text generated always as (reported->>'firmware_version') stored,
  add column search_text text generated always as (lower(serial_number || ' ' || name || ' ' || pole || ' ' || line || ' ' || iccid)) stored,
  -- Since when a field of desired waits to be reported (the oldest of them); null when none does.
  add column twin_pending_since timestamptz,
  add column twin_refused boolean not null default false;
drop index boxes_firmware;
create index boxes_firmware on boxes (firmware_version);
create index commands_waiting on commands (created_at) where state in ('asked', 'waiting');
alter table commands add column sent_at timestamptz;
create index rollouts_active on rollouts (id) where state = 'running';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
create table box_hardware (
  id integer generated always as identity primary key,
  box_id integer not null references boxes on delete cascade,
  serial_number text not null,
  since timestamptz,
  until timestamptz not null,
  ended_at timestamptz not null default now(),
  ended_by integer references users on delete set null,
  undone boolean not null default false,
  secret_hash bytea,
  reported jsonb,
  reported_version integer,
  reported_at timestamptz,
  hardware_version text,
  refused_count integer not null default 0,
  refused_at timestamptz
);
comment on table box_hardware is 'Former hardware of a box, a row for each period; the present one is in boxes';
comment on column box_hardware.since is 'Null: from the beginning';
comment on column box_hardware.undone is 'It ended because its installation was undone';
comment on column box_hardware.secret_hash is 'For undoing, and to recognize the hardware when it still connects';
comment on column box_hardware.refused_count is 'Connections with the right password that were refused since';
create index box_hardware_box on box_hardware (box_id);
create index box_hardware_serial on box_hardware (serial_number);
alter table boxes add column hardware_since timestamptz;
comment on column boxes.hardware_since is 'Earlier measures of the present hardware are set aside; null: it is the first';
`;

/** The hardware that a box had before it was replaced on its pole. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

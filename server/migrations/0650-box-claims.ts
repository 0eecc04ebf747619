import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- What the manufacturer printed on its boxes: a serial number and a code, of which only the SHA-256 is kept.
create table box_claims (
  serial_number text primary key,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
comment on column box_claims.used_at is 'When a box came or was claimed with it; a claim makes one box only';
-- Boxes that came by themselves; without a client, they wait for one.
create table waiting_boxes (
  box_id integer primary key references boxes on delete cascade,
  since timestamptz not null default now(),
  address text not null
);
`;

/** Boxes that show a claim of their manufacturer, and wait until a client has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

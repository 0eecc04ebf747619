import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Read-only links to one box; of the secret its hash alone is kept. It ends when the box goes to another client.
create table box_links (id integer primary key generated always as identity, box_id integer not null references boxes on delete cascade,
  client_id integer, created_at timestamptz not null default now(), name text not null, user_id integer references users on delete set null,
  hash bytea not null unique, expires_at timestamptz not null, revoked_at timestamptz, last_used_at timestamptz, uses integer not null default 0);
create index box_links_box on box_links (box_id);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

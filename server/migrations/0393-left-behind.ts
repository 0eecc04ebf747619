import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- What people of a client wrote about a box that was moved to another one: kept here, read by nobody, and put back when
-- the box comes back.
create table box_left_behind (box_id integer not null references boxes on delete cascade, client_id integer references clients on delete cascade,
  left_at timestamptz not null default now(), of_table text not null, row jsonb not null);
create index box_left_behind_box on box_left_behind (box_id);
create index box_left_behind_client on box_left_behind (client_id);
`;

/** A box that moves to another client hands over its measures, and what somebody selects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Serial numbers that were refused at the broker: of boxes the console does not know, or with another password.
create table refused_boxes (
  serial_number text primary key,
  address text not null,
  count bigint not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create index refused_boxes_last on refused_boxes (last_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

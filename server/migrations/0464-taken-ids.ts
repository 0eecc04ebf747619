import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- What a phone wrote without a network arrives with an id that the phone made, and perhaps several times.
create table taken_ids (user_id integer not null references users on delete cascade, id uuid not null, result integer,
  at timestamptz not null default now(), primary key (user_id, id));
create index taken_ids_at on taken_ids (at);
`;

/** Ids made by clients, so that each fact written offline is taken once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

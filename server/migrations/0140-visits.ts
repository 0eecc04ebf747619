import { type Kysely, sql } from 'kysely';

/** When each user last visited, and the visit before, from which changes are listed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table user_visits (user_id integer primary key references users on delete cascade,
  last_at timestamptz not null, before_at timestamptz);
comment on column user_visits.before_at is 'End of the visit before this one'`)
    .execute(db);
}

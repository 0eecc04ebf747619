import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
create table former_people (user_id integer primary key, sealed text not null, deleted_at timestamptz not null default now());
comment on table former_people is 'Who the number of a deleted person in the audit log was: sealed, opened by an administrator with a reason';
`;

/** The audit log kept the number of a deleted person, without any way to find out who that was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table users add column week_ahead text, add column week_ahead_told date;
comment on column users.week_ahead is 'The morning on which the week ahead is written to them (domain/forecast/mornings); null: never';
comment on column users.week_ahead_told is 'The day of their own clock on which it was last written';`;

/** Who wants the week ahead by e-mail, and on which morning. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

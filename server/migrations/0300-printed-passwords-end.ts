import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
alter table users add column password_printed_at timestamptz;
update users set password_printed_at = now() where must_change_password;
comment on column users.password_printed_at is 'When the password was printed that is still to be changed; it counts for a week';`;

/** An unused displayed password expires; for existing ones the time starts now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

import { type Kysely, sql } from 'kysely';

const STATEMENTS = `
-- Pictures of thousands send each line as it stands: text that is copied, where the binary form would be written out each time.
alter table aero_standings alter column standing type json using standing::json;`;

/** The line of an AERO is stored in the form in which it is sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

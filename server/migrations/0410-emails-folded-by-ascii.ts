import { type Kysely, sql } from 'kysely';

/**
 * E-mails were compared by `lower` of the database's language, which maps the KELVIN SIGN to k, for example.
 * Now only the 26 letters are folded, so an index that was unique stays unique.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index users_email_folded on users (lower(email collate "C"))`.execute(db);
  await sql`drop index users_email`.execute(db);
}

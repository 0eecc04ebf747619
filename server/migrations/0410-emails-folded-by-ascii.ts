import { type Kysely, sql } from 'kysely';

/**
 * E-mails were compared by `lower` of the database's language, which takes the KELVIN SIGN for a k and the like.
 * Case is that of the 26 letters alone, so an index that was unique before is unique now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index users_email_folded on users (lower(email collate "C"))`.execute(db);
  await sql`drop index users_email`.execute(db);
}
